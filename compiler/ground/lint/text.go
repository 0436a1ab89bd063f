package lint

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// longestText is the greatest length in bytes of an expression that a help repeats.
const longestText = 60

// textOf returns the text of an expression for the help of a warning; "" if it is long, or not known.
func textOf(m *model.Model, e model.Expr) string {
	if e == nil {
		return ""
	}
	text := m.Text(e.Span())
	if len(text) > longestText || strings.Contains(text, "//") {
		return ""
	}
	switch e.(type) {
	case *model.If, *model.Fold, *model.Not:
		return "(" + text + ")"
	default:
		return text
	}
}
