package puzzle

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/models"
)

// written matches a help that says what to write.
var written = regexp.MustCompile("(^|; |, |: |or )write [`'\"]")

// withoutText lists the helps that say what to write and propose no edit, each with the reason.
func withoutText() map[string]string {
	return map[string]string{
		"^syntax: write `(forall|exists|count|sum|product|min|max|distinct|the|let) ": "only the author knows the set",
		"^syntax: write `x in S`":                                           "only the author knows the set",
		"^syntax: write `(param|const|state) [^{]*: lo..hi = …`":            "only the author knows the type",
		"^syntax: write `(instance|enum|param enum|def f|{ x for|a, b|as )": "the names and values are missing",
		"^(syntax|expect-place): write `(expect|minimize|heuristic h)":      "only the author knows the number, or the value",
		"^(no-goal|no-state|no-puzzle|no-moves|no-initial-value): ":         "a part of the puzzle is missing",
		"^wrong-index: write `":                                             "only the author knows which element is meant",
		"^(wrong|relation|pattern|grid)-argument|^call-needed: ":            "only the author knows the arguments",
		"^(chained-comparison|unknown-field|unknown-declaration): ":         "one of two texts is meant",
		"^lex-(symbol|char): write .['\"x]":                                 "the text between the quotes may end anywhere",
		"^unknown-name: (write `\\(|there is no|names of your own)":         "only the author knows the set or the name",
		"^(relaxation-value|not-comparable|tuple-target): ":                 "only the author knows the value or the place",
		"^wrong-kind: write (`view|'a'|`\\w+ = {)":                          "the values of a whole declaration are missing",
		"^wrong-operator: write `abs":                                       "the second bar is not found",
		"^reads-state: write `when …`":                                      "the clause stands elsewhere",
	}
}

// fixTally counts what everyFix has seen, so that a test that sees nothing fails.
type fixTally struct {
	findings, fixes int
	lacking         map[string]int // helps without a fix
	bad             map[string]string
}

// everyFix applies the fix of each finding about a text alone. The finding must be gone, and the text must not parse
// worse.
func (n *fixTally) everyFix(t *testing.T, fsys fs.FS, name, text string, find func(text string) diag.List) {
	t.Helper()
	before := find(text)
	for _, d := range before {
		if d.Span.Start.Filename != name {
			continue
		}
		n.findings++
		if d.Fix == nil {
			if written.MatchString(d.Help) {
				n.lacking[d.Code+": "+d.Help]++
			}
			continue
		}
		n.fixes++
		after, applied := diag.List{d}.ApplyFixes(name, text)
		if applied != 1 {
			n.bad[d.Code+": "+d.Help] = fmt.Sprintf("%s\n%s: the fix of %v is outside", name, d.Error(), d.Fix)
			continue
		}
		found := find(after)
		at := d.Span.Start.Offset
		if at >= d.Fix.Span.End.Offset {
			at += len(after) - len(text)
		}
		like := func(l diag.List, at int) (here, all int) {
			for _, e := range l {
				if e.Code == d.Code && e.Msg == d.Msg && slices.Equal(e.Related, d.Related) {
					all++
					if e.Span.Start.Offset == at {
						here++
					}
				}
			}
			return here, all
		}
		here, all := like(found, at)
		if hereBefore, allBefore := like(before, d.Span.Start.Offset); here >= hereBefore && all >= allBefore {
			n.bad[d.Code+": "+d.Help] = fmt.Sprintf("still there: %s: %s\n%s", d.Error(),
				line(text, d.Span.Start.Line), line(after, d.Span.Start.Line))
		}
		// Nobody has read what stands after a word that begins no declaration, and the next mistake may stand there.
		if d.Code != "unknown-declaration" && syntaxErrors(found) > syntaxErrors(before) {
			n.bad[d.Code+": "+d.Help] = fmt.Sprintf("parses worse: %s: %s\n%s\n%v", d.Error(),
				line(text, d.Span.Start.Line), line(after, d.Span.Start.Line), found)
		}
	}
}

func line(text string, n int) string {
	lines := strings.Split(text, "\n")
	return lines[min(n, len(lines))-1]
}

// foreign is what people write who know other languages, or miss a key: a word or sign, and what stands in its place.
// ~ stands for nothing.
const foreign = `
and && & AND
or || |
not ! ¬
== = === := is
!= <> =! ≠
:= = += <- ==
<= =< ≤
>= => ≥
=> -> implies
% mod
in ∈ = of
forall all ∀ forall(
exists any some exist
sum total sum(
count len number
state var int fluent
move action rule
goal goal: constraint query
def function let
const constant
param parameter
size len card
when if pre requires
, ; ~ ,,
.. ... ..< :
then { : ?
else : elif
( ~ [ {
) ~ ] }
[ ~ ( .
] ~ ) ][
{ ~ ( [
} ~ ) };
: ~ = in
= ~ := :
true True yes
bool boolean Bool
distinct alldifferent different
instance level instance:
enum enumeration type
cost weight ~
0 None -1 0.5 o
1 x '1' "1" true
+ plus ++
- –
* × **
view show view:
type set domain
minimize minimise
any ? unknown
up north "up"
`

// foreignWords returns what stands for each word of foreign.
func foreignWords() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(foreign)) {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			all[words[0]] = append(all[words[0]], strings.TrimPrefix(w, "~"))
		}
	}
	return all
}

var aWord = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// mutated changes one to three words and signs of a model, as people mistake them.
func mutated(r *rand.Rand, foreign map[string][]string, words []string) string {
	words = append([]string(nil), words...)
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(words)), r.IntN(len(words))
		w := words[i]
		switch other, known := foreign[w]; {
		case known && r.IntN(3) > 0:
			words[i] = other[r.IntN(len(other))]
		case aWord.MatchString(w) && len(w) > 2 && r.IntN(2) > 0:
			k := 1 + r.IntN(len(w)-2)
			words[i] = []string{
				w[:k] + w[k+1:], w[:k] + w[k+1:k+2] + w[k:k+1] + w[k+2:], w + "s", strings.ToUpper(w[:1]) + w[1:],
			}[r.IntN(4)]
		case aWord.MatchString(w) && aWord.MatchString(words[j]), r.IntN(2) > 0:
			words[i] = words[j]
		default:
			words[i], words[j] = words[j], words[i]
		}
	}
	return strings.Join(words, "")
}

func (n *fixTally) mutatedModels(t *testing.T, howMany int) {
	t.Helper()
	names := compilertest.LibraryFiles(t)
	r := rand.New(rand.NewPCG(1, 2))
	words, foreign := map[string][]string{}, foreignWords()
	for range howMany {
		name := names[r.IntN(len(names))]
		if words[name] == nil {
			words[name] = compilertest.Words.FindAllString(compilertest.LibraryText(t, name), -1)
		}
		text := mutated(r, foreign, words[name])
		n.everyFix(t, models.FS(), name, text, func(text string) diag.List {
			_, found := LoadText(models.FS(), name, text)
			return found
		})
	}
}

func (n *fixTally) judge(t *testing.T) {
	t.Helper()
	excused := withoutText()
	assert.LessOrEqual(t, len(excused), 15)
	for help, times := range n.lacking {
		ok := false
		for pattern, reason := range excused {
			ok = ok || reason != "" && regexp.MustCompile(pattern).MatchString(help)
		}
		assert.True(t, ok, "no fix, %d times: %s", times, help)
	}
	for help, what := range n.bad {
		assert.Fail(t, help, what)
	}
	t.Logf("%d findings, %d with a fix", n.findings, n.fixes)
	assert.Greater(t, n.fixes*10, n.findings, "few findings have a fix")
}

func newTally() *fixTally { return &fixTally{lacking: map[string]int{}, bad: map[string]string{}} }

// TestEveryFixOfErrorFiles: each fix of the files of errors removes its error.
func TestEveryFixOfErrorFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("each fix of each file")
	}
	n := newTally()
	for _, stage := range []string{"dsl", "compiler/check", "compiler/ground"} {
		folder := "../../" + stage + "/testdata/errors"
		files, err := filepath.Glob(folder + "/*.pz")
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			name := filepath.Base(file)
			fsys := os.DirFS(folder)
			n.everyFix(t, fsys, name, string(text), func(text string) diag.List {
				program, found := LoadText(fsys, name, text)
				if stage == "compiler/ground" && program != nil {
					_, more := program.Check(context.Background(), Data{})
					found = append(found, more...)
				}
				return found
			})
		}
	}
	n.judge(t)
}

// TestEveryFixOfMutatedModels: the same of models with mistakes.
func TestEveryFixOfMutatedModels(t *testing.T) {
	n := newTally()
	n.mutatedModels(t, 150)
	n.judge(t)
}

// TestLongEveryFixOfMutatedModels is the same, of more models.
func TestLongEveryFixOfMutatedModels(t *testing.T) {
	n := newTally()
	n.mutatedModels(t, 2000)
	n.judge(t)
}
