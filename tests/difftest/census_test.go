package difftest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// constructs are what random models must be made of, and how each is recognised.
var constructs = compiled(map[string]string{
	"state of numbers":         `(?m)^state n`,
	"state of Booleans":        `(?m)^state t`,
	"state of cells":           `(?m)^state [cr]`,
	"state of directions":      `(?m)^state d`,
	"state of an enum":         `(?m)^state e`,
	"array":                    `(?m)^state \w+\[`,
	"array of two indices":     `(?m)^state \w+\[[^\]:]*, [^\]]*\]:`,
	"distinct array":           `(?m)^state .* distinct =`,
	"any":                      `(?m)^state .* = any$`,
	"any in a branch":          `(?m)^state .*(then|else) any`,
	"init":                     `(?m)^init `,
	"map":                      `(?m)^param level: map`,
	"map that is read":         `\(level\[`,
	"map of words":             `(?m)^param word: map of .* or none`,
	"word that is read":        `word\[`,
	"data that may be missing": `clue\[[^\]]*[cr]`,
	"constant set of tuples":   `in edges`,
	"type that is filtered":    `in Odd|: Odd|\[Odd`,
	"dynamic index":            `(?m)^  \w+\[[^\]]*(if|[ndcetr]\d)[^\]]*\].* := `,
	"dynamic index that reads": ` := .*\b[ndcetr]\d\[[^\]]*[ndcetr]\d`,
	"tuples compared":          `\(\(.*\) (==|!=|<) \(`,
	"tuple named":              `let \(`,
	"forall":                   `\(forall`,
	"exists":                   `\(exists`,
	"count":                    `\(count`,
	"sum":                      `\(sum`,
	"product":                  `\(product`,
	"min and max of a set":     `\((min|max) x`,
	"the":                      `\(the`,
	"distinct values":          `\(distinct`,
	"arrays compared":          `\(\w\d (==|!=) (\w\d|\[)`,
	"list that is read":        `\[2, 0, 1\]\[`,
	"two sets":                 `(union|minus|intersect)\(`,
	"let in a condition":       `\(let x`,
	"let with a tuple":         `\(let \(`,
	"defined":                  `defined\(`,
	"find":                     `find\(`,
	"steps":                    `steps\(`,
	"reaches along links":      `reaches\(joins`,
	"steps along links":        `steps\(joins`,
	"connected":                `connected\(`,
	"connected along links":    `connected\(joins`,
	"acyclic":                  `acyclic\(`,
	"condition as argument":    `held\((free|g\(_|near)`,
	"region":                   `region\(`,
	"reaches":                  `reaches\(`,
	"always":                   `(?m)^always`,
	"lost":                     `(?m)^lost`,
	"guard":                    `\bwhen `,
	"set as a parameter":       `g: set 0\.\.2\)`,
	"where of a move":          `\) where `,
	"require":                  `(?m)^  require`,
	"conditional effect":       `(?m)^  if `,
	"else":                     `\} else \{`,
	"repeated effect":          `(?m)^  for `,
	"swap":                     `(\S+), (\S+) := `,
	"second phase":             `(?m)^ then \{`,
	"cost":                     `\bcost [13]`,
	"cost 0":                   `\bcost 0`,
	"cost that is computed":    `\bcost [^\d\s]`,
	"order":                    `(?m)^\s*order `,
	"several goals":            `(?ms)^goal .*^goal `,
	"heuristic":                `(?m)^heuristic h = `,
	"admissible heuristic":     `(?m)^heuristic sure`,
	"pattern":                  `= pattern\(`,
	"projection":               `= project\(`,
	"relaxation":               `(?m)^relaxation`,
	"dead":                     `(?m)^dead`,
	"invariant":                `(?m)^invariant .* == `,
	"symmetry":                 `(?m)^symmetry s`,
	"pruning":                  `(?m)^prune`,
})

func compiled(patterns map[string]string) map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for name, pattern := range patterns {
		out[name] = regexp.MustCompile(pattern)
	}
	return out
}

// TestEveryConstructIsDrawn: what random models do not hold is not tested by them. Only models count that are right and
// small enough to be compared.
func TestEveryConstructIsDrawn(t *testing.T) {
	seen := map[string]int{}
	compared, solvable, deep, states := 0, 0, 0, 0
	seed := 0
	for ; seed < 4000 && (len(seen) < len(constructs) || seed < draws(t)); seed++ {
		text, s := example(t, seed)
		if s == nil {
			continue
		}
		for name, pattern := range constructs {
			if pattern.MatchString(text) {
				seen[name]++
			}
		}
		compared++
		states += len(s.states)
		if best := s.best(); best != none {
			solvable++
			if s.exactly(1)[0] == none && s.exactly(1)[1] == none {
				deep++
			}
		}
	}
	t.Logf("%d models, %d of them right and small; %d states, %d have plans, %d none of fewer than two moves", seed,
		compared, states, solvable, deep)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(constructs)) {
		lines = append(lines, fmt.Sprintf("%5d  %s", seen[name], name))
	}
	t.Logf("models with\n%s", strings.Join(lines, "\n"))
	for name := range constructs {
		require.Positive(t, seen[name], "no model has: %s", name)
	}
}

// example is the model of a seed and its space, nil if it has none.
func example(t *testing.T, seed int) (string, *space) {
	t.Helper()
	text := rapid.Custom(func(rt *rapid.T) string { return writeModel(rt, 200) }).Example(seed)
	m := quietly(text)
	if m == nil {
		return text, nil
	}
	return text, exploreModel(t, m, 200)
}
