package dsl_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// errorFiles are the files of testdata/errors; the comments in them say which errors must come.
func errorFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/errors/*.pz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out := map[string][]byte{}
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		out[filepath.Base(f)] = src
	}
	return out
}

func TestErrors(t *testing.T) {
	for name, src := range errorFiles(t) {
		t.Run(name, func(t *testing.T) {
			_, errs := dsl.Parse(name, src)
			compilertest.Match(t, name, string(src), errs)
		})
	}
}

// extremes are texts that a file of errors cannot hold.
func extremes() []struct {
	name, src, want string
	line, column    int
} {
	const many = 20_000
	return []struct {
		name, src, want string
		line, column    int
	}{
		{"NUL", "puzzle P\ngoal \x00x", "not-text: the file is not text: it has a NUL byte", 2, 6},
		{"not UTF-8", "puzzle P\n// caf\xe9", "not-text: the file is not text: it has a byte that is not UTF-8 (0xe9)", 2, 7},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00", "not-text: ", 1, 8},
		{"too large", strings.Repeat("// comment\n", 2_000_000), "too-large: the file has 22000000 bytes", 1, 1},
		{"too many tokens", "goal [" + strings.Repeat("a,", 600_000), "too-large: the file has more than", 1, 1_000_004},
		{
			"large map", "param m: map = \"\"\"\n" + strings.Repeat("x", 1<<20) + strings.Repeat("\nx", 1<<10) + "\n\"\"\"",
			"too-large: the map has", 1, 16,
		},
		{"parentheses", "goal " + strings.Repeat("(", many), "too-deep: more than 200 brackets inside one another", 1, 206},
		{"brackets of all kinds", "goal " + strings.Repeat("f({[", many), "too-deep: more than 200", 1, 5 + 4*66 + 4},
		{"blocks", "move m {" + strings.Repeat(" if a {", many), "too-deep: ", 1, 9 + 7*200 - 1},
		{"targets", "goal forall " + strings.Repeat("(", many), "too-deep: ", 1, 213},
		{"minus", "goal " + strings.Repeat("- ", many), "too-deep: more than 200 expressions inside one another", 1, 406},
		{"not", "goal " + strings.Repeat("not ", many), "too-deep: ", 1, 806},
		{"if", "goal " + strings.Repeat("if ", many), "too-deep: ", 1, 606},
		{"binders", "goal " + strings.Repeat("forall x in S: ", many), "too-deep: ", 1, 3003},
		{"implications", "goal a" + strings.Repeat(" => a", many), "too-deep: ", 1, 1006},
		{"sum", "goal a" + strings.Repeat("+a", many), "too-deep: more than 1000 operators in a row", 1, 2007},
		{"indices", "goal a" + strings.Repeat("[a]", many), "too-deep: more than 1000 indices and fields in a row", 1, 3007},
		{
			"else if", "move m { " + strings.Repeat("if a { } else ", many) + "{ } }", "too-deep: more than 1000 `else if`", 1,
			9 + 14*1001 + 1,
		},
		{"strings", "goal " + strings.Repeat("\"{", many), "too-deep: strings inside strings", 1, 6},
		{
			"control character", "goal \x01 x",
			"not-text: the file has a control character (U+0001), which a text that is printed must not hold; remove it", 1, 6,
		},
		{
			"terminal escape in a string", "goal a\nview \"\x1b[2J\"",
			"not-text: the file has a control character (U+001B), which a text that is printed must not hold; remove it", 2, 7,
		},
		{
			"turned direction in a comment", "// \u202e x",
			"not-text: the file has an invisible character (U+202E), which a text that is printed must not hold; remove it", 1,
			4,
		},
		{
			"control character at first", "\x01goal x",
			"not-text: the file has a control character (U+0001), which a text that is printed must not hold; remove it", 1, 1,
		},
		{
			"no UTF-8 at first", "\xffgoal x",
			"not-text: the file is not text: it has a byte that is not UTF-8 (0xff); save the file as UTF-8 text", 1, 1,
		},
		{
			"zero width", "goal \u200bx",
			"not-text: the file has an invisible character (U+200B), which a text that is printed must not hold; remove it", 1,
			6,
		},
		{
			"direction mark in a map", "param m: map = \"\"\"\na\u200fb\n\"\"\"",
			"not-text: the file has an invisible character (U+200F)", 2, 2,
		},
		{"blank that is none", "goal \u00a0x", "lex-symbol: unexpected invisible character \\u00a0; remove it", 1, 6},
	}
}

func TestExtremes(t *testing.T) {
	for _, tt := range extremes() {
		t.Run(tt.name, func(t *testing.T) {
			f, errs := dsl.Parse("x.pz", []byte(tt.src))
			require.NotNil(t, f)
			require.Len(t, errs, 1)
			assert.Contains(t, compilertest.Text(errs[0]), tt.want)
			assert.Equal(t, [2]int{tt.line, tt.column}, [2]int{errs[0].Span.Start.Line, errs[0].Span.Start.Column},
				"line and column")
		})
	}
}

// What editors write before a text, and at the ends of lines, is no part of it.
func TestMarksOfEditors(t *testing.T) {
	f, errs := dsl.Parse("x.pz", []byte("\ufeffpuzzle P\r\ngoal \r\n  x\r\n"))
	require.Empty(t, errs)
	assert.Equal(t, "puzzle P\ngoal \n  x\n", f.Src)
}

func TestTooManyErrors(t *testing.T) {
	for _, line := range []string{"goal\n", "goal §\n", "§"} {
		_, errs := dsl.Parse("x.pz", []byte(strings.Repeat(line, 1000)))
		require.Len(t, errs, 101, line)
		assert.Equal(t, dsl.CodeTooManyErrors, errs[100].Code)
	}
}

func TestEveryCodeOccurs(t *testing.T) {
	seen := map[string]bool{dsl.CodeTooManyErrors: true} // see TestTooManyErrors
	codes := append(compilertest.Codes(t, "codes.go"), dsl.CodeNotText)
	note := func(errs diag.List) {
		for _, e := range errs {
			seen[e.Code] = true
			assert.True(t, dsl.IsSyntax(e.Code), e.Code)
		}
	}
	for name, src := range errorFiles(t) {
		_, errs := dsl.Parse(name, src)
		note(errs)
	}
	for _, tt := range extremes() { // TestExtremes shows that they come
		code, _, _ := strings.Cut(tt.want, ":")
		seen[code] = true
	}
	for _, code := range codes {
		assert.True(t, dsl.IsSyntax(code), code)
		assert.True(t, seen[code], "no test gives the error %s", code)
	}
}

func TestErrorsNameBothPlaces(t *testing.T) {
	_, errs := dsl.Parse("x.pz", []byte("goal f(a,\n  b\ngoal c"))
	require.Len(t, errs, 1)
	assert.Equal(t, "x.pz:2:4", errs[0].Span.Start.String(), "the bracket is missing at the end of b")
	require.Len(t, errs[0].Related, 1)
	assert.Equal(t, "x.pz:1:7", errs[0].Related[0].Span.Start.String())
	assert.Equal(t, "for this `(`", errs[0].Related[0].Msg)
}

func TestDeclarationsRoundErrorsAreKept(t *testing.T) {
	f, errs := dsl.Parse("x.pz", []byte("puzzle P\ngoal (\nstate a: bool = true\nfoo\ngoal a"))
	assert.Len(t, errs, 2)
	assert.Len(t, f.Decls, 3)
}

func TestLineEndings(t *testing.T) {
	src := "puzzle P\r\nparam m: map = \"\"\"\r\n  ab\r\n  c\r\n  \"\"\"\r\ngoal §\r\n"
	f, errs := dsl.Parse("x.pz", append([]byte("\ufeff"), src...))
	require.Len(t, errs, 1)
	assert.Equal(t, "x.pz:6:6", errs[0].Span.Start.String())
	assert.NotContains(t, f.Src, "\r")
	m := f.Decls[1].(*dsl.ParamDecl).Value.(*dsl.MapLit)
	assert.Equal(t, []string{"ab", "c "}, m.Rows)
	assert.Equal(t, "x.pz:4:3", m.RowPos[1].String())
	assert.Equal(t, "c", f.Src[m.RowPos[1].Offset:m.RowPos[1].Offset+1])
}

func TestEmptyFile(t *testing.T) {
	for _, src := range []string{"", "\n", "// nothing", "\ufeff"} {
		f, errs := dsl.Parse("x.pz", []byte(src))
		assert.Empty(t, errs)
		assert.Empty(t, f.Decls)
	}
}

// TestDeepButAllowed shows that the greatest nesting which is allowed overflows no stack.
func TestDeepButAllowed(t *testing.T) {
	src := "a"
	for range 20 {
		src = "(" + src + strings.Repeat("+a", 999) + ")"
	}
	f, errs := dsl.Parse("x.pz", []byte("goal "+src))
	require.Empty(t, errs)
	laid, errs := dsl.Format("x.pz", []byte(f.Src))
	require.Empty(t, errs)
	again, _ := dsl.Parse("x.pz", laid)
	assert.True(t, dsl.Equal(f, again))
}

func TestManyComments(t *testing.T) {
	src := strings.Repeat("// a\n", 20_000) + "goal a\n"
	laid, errs := dsl.Format("x.pz", []byte(src))
	require.Empty(t, errs)
	assert.Equal(t, src, string(laid))
}

func TestLargeFile(t *testing.T) {
	decl := []byte("// a comment, as long as comments are, so that the file is large but has few tokens: " +
		strings.Repeat("x", 2000) + "\ngoal a == b and c\n")
	src := bytes.Repeat(decl, 10<<20/len(decl))
	f, errs := dsl.Parse("x.pz", src)
	assert.Empty(t, errs)
	assert.Len(t, f.Decls, 10<<20/len(decl))
}
