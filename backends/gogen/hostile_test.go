package gogen_test

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// nasty are names that the language allows and that Go, or the generated program, uses for something else.
var nasty = strings.Fields(`
	func var range chan go defer select switch interface map return break continue default package import const struct
	fallthrough goto len cap append copy delete make new panic print println close complex real imag recover min_ max_
	clear any_ error string byte
	rune int int64 float64 bool_ uint8 uintptr true_ nil iota main init
	fmt os flag strconv math slices json context search signal time testing errors
	State Key Pack Unpack Goal Dead Start Starts FindStarts startStates someStarts Successors Label String MoveName
	Heuristics Problem Assignment algorithms progress report after
	s next mid ok steps keys before none a i e k v n t p u cells allowed plan planCost planStart solution printJSON
	TestPlan TestPack abs mod div
	dirNames rowStep colStep Dir boolIndex distinctValues setOf table1 values1 among1 rule1 Cell cellAt cellStep cellShift
	cellRows cellCols cellCount
	patterns pattern1 pattern1Cost image problem placeRows1 xPlaces xCarries
	kernel newKernel enterKernel kernelWord kernelPrices kernelTables kernelWide kernelKeys kernelTerms kernelSteps
	Fast FastLayers TestKernel TestWide after0 price at0 cellReach cellDistance isCell findX tCount x_y xY __
	a_ _b _ a__b`)

// hostileModel is a model in which all that has a name has a nasty one, and all texts are made to break out of where
// they stand.
func hostileModel(name func() string, text func() string) string {
	n := make([]string, 26)
	for i := range n {
		n[i] = name()
	}
	t := func() string {
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "{", `\{`, "}", `\}`, "\n", `\n`).Replace(text())
	}
	return fmt.Sprintf(`// %[30]s
puzzle %[1]s
enum %[2]s { %[3]s, %[4]s }
type %[5]s = 0..2
type %[6]s = grid(2, 2)
param %[7]s: 0..5 = 2
const %[8]s[%[9]s in %[5]s]: 0..9 = %[9]s * 2  // %[30]s
// %[31]s
param %[25]s: %[5]s = 0
state %[10]s: %[5]s = %[25]s
state %[11]s[%[12]s in %[6]s]: bool = false
state %[13]s: %[2]s = %[3]s
def %[14]s(%[15]s: %[5]s, %[16]s: %[6]s) = %[10]s == %[15]s and not %[11]s[%[16]s]
def %[17]s(%[15]s: %[6]s): %[6]s = %[15]s + right
// %[30]s
move %[18]s(%[19]s: %[5]s, %[20]s: %[6]s) when %[14]s(%[19]s, %[20]s) else "%[32]s" when defined(%[17]s(%[20]s)) as "%[33]s {%[19]s}" {
  let %[21]s = (%[10]s + 1) %% 3
  %[10]s := %[21]s
  %[11]s[%[20]s] := true
  %[13]s := if %[13]s == %[3]s then %[4]s else %[3]s
  for %[22]s in %[6]s where %[22]s == %[20]s + down { %[11]s[%[22]s] := %[8]s[%[10]s] > 2 }
}
move %[23]s when %[10]s > 0 as "%[32]s" { %[10]s := 0 }
goal forall %[22]s in %[6]s: %[11]s[%[22]s] or %[22]s.col == 1
heuristic %[24]s admissible = count %[22]s in %[6]s: not %[11]s[%[22]s] and %[22]s.col == 0
heuristic %[26]s = project(%[10]s, %[11]s)
view %[22]s in %[6]s: if %[11]s[%[22]s] then "%[32]s" else "%[33]s"
`, append(anys(n), "", "", "", oneLine(text()), oneLine(text()), t(), t())...)
}

func anys(list []string) []any {
	var out []any
	for _, s := range list {
		out = append(out, s)
	}
	return out
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, s)
}

var texts = []string{
	`"+os.Exit(7)+"`, "*/ func init() { panic(1) } /*", "\n}\nfunc init() { panic(1) }\n//", "`+string(rune(7))+`",
	`\x00 \u0000 \" \\`, "%s%d%v%!", "é∀\u2028\u202e\ufeff",
	"go:build ignore", "+build ignore", "go:embed /etc/passwd", "line x.go:1", "$(rm -rf x)", "'", `"`, "\t", "",
}

// TestHostileNames writes models with nasty names and texts, and looks at what comes out.
func TestHostileNames(t *testing.T) {
	writeHostile(t, t.TempDir(), 10)
}

// TestLongHostileNames compiles what comes out, and runs the tests of some of these programs.
func TestLongHostileNames(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module hostile\n\ngo 1.23\n"), 0o600))
	var run []string
	for i, name := range writeHostile(t, dir, 40) {
		if i%10 == 0 { // to link and run the tests of all takes minutes
			run = append(run, "./"+name)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, append([]string{"test", "-vet=off"}, run...)} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s", out)
	}
}

// writeHostile writes programs of such models into folders of a module, and returns the names of the packages.
func writeHostile(t *testing.T, dir string, count int) (packages []string) {
	t.Helper()
	for seed := 0; len(packages) < count && seed < 50*count; seed++ {
		text := rapid.Custom(func(rt *rapid.T) string {
			names := rapid.Permutation(nasty).Draw(rt, "names")
			at := 0
			name := func() string { at++; return names[at-1] }
			return hostileModel(name, func() string { return rapid.SampledFrom(texts).Draw(rt, "text") })
		}).Example(seed)
		loader := &check.Loader{}
		program, diags := loader.LoadText("hostile.pz", text)
		if diags.HasErrors() {
			if testing.Verbose() && seed < 5 {
				t.Log(diags.Error())
			}
			continue // a name that the language keeps for itself
		}
		m, diags := semantics.Build(program, nil, nil)
		require.False(t, diags.HasErrors(), "%v\n%s", diags, text)
		task, diags := ground.Task(context.Background(), m, ground.Options{})
		require.False(t, diags.HasErrors(), "%v\n%s", diags, text)
		name := fmt.Sprintf("h%d", seed)
		emitted, err := gogen.Emit(context.Background(), m, task,
			gogen.Options{Package: name, Module: "hostile/" + name, Sources: loader.Sources})
		require.NoError(t, err, "%s", text)
		for _, f := range emitted.Files {
			harmless(t, f)
			file := filepath.Join(dir, name, filepath.FromSlash(f.Name))
			if strings.HasPrefix(f.Name, "search/") { // which is the same everywhere, and is compiled once
				file = filepath.Join(dir, f.Name)
			}
			text := bytes.ReplaceAll(f.Text, []byte(`"hostile/`+name+`/search"`), []byte(`"hostile/search"`))
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
			require.NoError(t, os.WriteFile(file, text, 0o600))
		}
		packages = append(packages, name)
	}
	require.Len(t, packages, count)
	return packages
}

// harmless looks for what a text of the model could have smuggled in: initialisers, directives, imports that the writer
// never needs.
func harmless(t *testing.T, f gogen.File) {
	t.Helper()
	if !strings.HasSuffix(f.Name, ".go") || strings.HasPrefix(f.Name, "search/") {
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.ParseComments)
	require.NoError(t, err)
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			assert.NotEqual(t, "init", fn.Name.Name, "%s", f.Text)
		}
	}
	for _, i := range file.Imports {
		assert.True(t, slices.Contains([]string{`"context"`, `"fmt"`, `"math"`, `"slices"`, `"strconv"`, `"testing"`},
			i.Path.Value) || strings.HasSuffix(i.Path.Value, `/search"`), "%s", i.Path.Value)
	}
	for _, c := range file.Comments {
		for _, line := range c.List {
			// gofmt begins what looks like code in a comment with a tab.
			assert.True(t, strings.HasPrefix(line.Text, "// ") || strings.HasPrefix(line.Text, "//\t") ||
				line.Text == "//", "%q", line.Text)
			assert.NotContains(t, line.Text, "//go:")
		}
	}
}
