package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// count writes "1 index" or "3 indices".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// indexHelp writes how an array is read: `side[…, …]`.
func indexHelp(a *model.Array) string {
	if len(a.Index) == 0 {
		return a.Name
	}
	return a.Name + "[" + strings.Join(slices.Repeat([]string{"…"}, len(a.Index)), ", ") + "]"
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// foreignName returns the advice for a name of another language; "" for other names.
func foreignName(name string) string {
	switch strings.ToLower(name) {
	case "int", "integer", "nat", "number", "float", "real":
		return "all types are finite: write a range, `lo..hi`"
	case "string", "str", "text":
		return "texts are labels only; for names declare an `enum`"
	case "null", "none", "nil", "undefined":
		return "there is no such value: write `defined(e)` of data that may be missing, or take a value that stands for none"
	}
	return ""
}
