// Package mention names options and calls of the library in texts that people read.
//
// A library that refuses an option does not know how the option was given: as a field of a struct, as a flag of a
// command line, or in a form. Its texts therefore name options in brackets, as the comments of Go do: "[Encoding] goes
// with [Backend sat]". Whoever shows such a text puts other names in their place with Render, or shows the text as it
// is.
package mention

import (
	"strings"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// The options that texts name: fields of pzc.Options, pzc.Data, levels.Options, emit.GoOptions and
// generate.Options.
const (
	Algorithm  = "[Algorithm]"
	AtMost     = "[AtMost]"
	Backend    = "[Backend]"
	Backwards  = "[Backwards]"
	Data       = "[Data]"
	Encoding   = "[Encoding]"
	Engine     = "[Engine]"
	From       = "[From]"
	Hole       = "[Hole]"
	Horizon    = "[Horizon]"
	Instance   = "[Instance]"
	MaxHorizon = "[MaxHorizon]"
	Memory     = "[Memory]"
	MinHorizon = "[MinHorizon]"
	Parallel   = "[Parallel]"
	Project    = "[Project]"
	Values     = "[Values]"
	Vary       = "[Vary]"
	Without    = "[Without]"
	Work       = "[Work]"
)

// The calls that texts name: of pzc.Puzzle, or options that stand for another way to call it.
const (
	Count = "[Count]"
	Solve = "[Solve]"
)

// With names an option and a value that it may have: With(Backend, "sat") is "[Backend sat]". The value holds no
// brackets.
func With(option, value string) string { return option[:len(option)-1] + " " + value + "]" }

var bracket = lazy.Compile(`\[([A-Z][A-Za-z]*)(?: ([^\[\]]*))?\]`)

// Render puts name(option, value) in the place of each option and call that a text names; value is "" if the text gives
// none. Where name returns "", the text stays as it is: it may quote something else in brackets.
func Render(text string, name func(option, value string) string) string {
	if !strings.Contains(text, "[") {
		return text // as most do: no expression is compiled
	}
	return bracket.Get().ReplaceAllStringFunc(text, func(m string) string {
		parts := bracket.Get().FindStringSubmatch(m)
		if shown := name(parts[1], parts[2]); shown != "" {
			return shown
		}
		return m
	})
}
