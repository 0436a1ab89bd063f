package acceptance_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// linkAnswer is the answer on a board in the text form of puzz.link's engine.
type linkAnswer struct {
	rows, cols int
	lines      [][]string // the words of the lines behind the size
	out        strings.Builder
	params     map[string]any
	missing    bool // a cell is empty in which a number belongs
}

func readLinkAnswer(t *testing.T, board string) *linkAnswer {
	t.Helper()
	lines := strings.Split(board, "/")
	a := &linkAnswer{rows: number(t, lines[2])}
	rest := lines[3:]
	if a.cols = a.rows; lines[1] != "sudoku" {
		a.cols, rest = number(t, lines[3]), lines[4:]
	}
	if rest[0] == "f" || rest[0] == "t" { // a variant
		rest = rest[1:]
	}
	if lines[0] == "pzprv3.1" { // the second block has the marks of the player
		rest = slices.Delete(rest, a.rows, 2*a.rows)
	}
	for _, line := range rest {
		a.lines = append(a.lines, strings.Fields(line))
	}
	return a
}

func (a *linkAnswer) set(value any, name string, index ...any) {
	var texts []string
	for _, i := range index {
		texts = append(texts, fmt.Sprint(i))
	}
	fmt.Fprintf(&a.out, "%s[%s] = %v\n", name, strings.Join(texts, ", "), value)
}

// give sets a number unless the cell is empty.
func (a *linkAnswer) give(word, name string, p at) {
	if word == "." {
		a.missing = true
		return
	}
	a.set(word, name, p)
}

type at struct{ r, c int }

func (p at) String() string { return fmt.Sprintf("(%d, %d)", p.r, p.c) }

func (p at) plus(d at) at { return at{p.r + d.r, p.c + d.c} }

var linkSides = map[string]at{"up": {-1, 0}, "down": {1, 0}, "left": {0, -1}, "right": {0, 1}}

func (a *linkAnswer) cells() (out []at) {
	for r := range a.rows {
		for c := range a.cols {
			out = append(out, at{r, c})
		}
	}
	return out
}

func (a *linkAnswer) has(p at) bool { return p.r >= 0 && p.r < a.rows && p.c >= 0 && p.c < a.cols }

// word returns the word at a place of the table that begins with a line.
func (a *linkAnswer) word(line int, p at) string {
	if line+p.r >= len(a.lines) || p.c >= len(a.lines[line+p.r]) {
		return "."
	}
	return a.lines[line+p.r][p.c]
}

// Between two cells: the lines of borders between columns begin with line, those between rows follow.
func (a *linkAnswer) between(line int, p at, d string) string {
	switch q := p.plus(linkSides[d]); {
	case !a.has(q):
		return "0"
	case d == "right":
		return a.word(line, p)
	case d == "down":
		return a.word(line+a.rows, p)
	case d == "left":
		return a.word(line, q)
	default:
		return a.word(line+a.rows, q)
	}
}

// groups numbers the cells that hang together.
func (a *linkAnswer) groups(joined func(p at, d string) bool) map[at]int {
	group := map[at]int{}
	n := 0
	var visit func(p at)
	visit = func(p at) {
		group[p] = n
		for d, step := range linkSides {
			q := p.plus(step)
			if _, seen := group[q]; a.has(q) && !seen && joined(p, d) {
				visit(q)
			}
		}
	}
	for _, p := range a.cells() {
		if _, seen := group[p]; !seen {
			visit(p)
			n++
		}
	}
	return group
}

// The functions below write the values of the model for an answer, or say why the model has no such values.

func (a *linkAnswer) numbers(name string, given, answer int) string {
	for _, p := range a.cells() {
		v := a.word(answer, p)
		if g := a.word(given, p); g != "." && g != "-" {
			continue // the model computes it
		}
		a.give(v, name, p)
	}
	return ""
}

func (a *linkAnswer) shaded(name string, line int, free func(p at) bool) string {
	for _, p := range a.cells() {
		if free == nil || free(p) {
			a.set(a.word(line, p) == "#", name, p)
		}
	}
	return ""
}

func linkFillomino(a *linkAnswer) string { return a.numbers("size_of", 0, a.rows) }

func linkGokigen(a *linkAnswer) string {
	for _, p := range a.cells() {
		switch a.word(a.rows+1, p) {
		case "1":
			a.set(true, "falls", p)
		case "2":
			a.set(false, "falls", p)
		default:
			a.missing = true
		}
	}
	return ""
}

func linkHashikake(a *linkAnswer) string {
	island := func(p at) bool { return a.word(0, p) != "." }
	for _, p := range a.cells() {
		for _, d := range []string{"right", "down"} {
			v := max(0, digits(a.between(a.rows, p, d)))
			q := p.plus(linkSides[d])
			for ; a.has(q) && !island(q); q = q.plus(linkSides[d]) {
				if max(0, digits(a.between(a.rows, q, d))) != v && v > 0 && island(p) {
					return "a bridge that ends in the water"
				}
			}
			if island(p) && a.has(q) {
				a.set(v, "bridges", p, d)
			}
		}
	}
	return ""
}

func digits(word string) int {
	n, _ := strconv.Atoi(word)
	return n
}

func linkHitori(a *linkAnswer) string { return a.shaded("black", a.rows, nil) }

func linkKakuro(a *linkAnswer) string {
	for _, p := range a.cells() {
		if a.word(1, at{p.r, p.c + 1}) != "." {
			continue
		}
		a.give(a.word(a.rows+1, p), "value", at{p.r + 1, p.c + 1})
	}
	return ""
}

func linkKurodoko(a *linkAnswer) string {
	return a.shaded("black", a.rows, func(p at) bool { return a.word(0, p) == "." })
}

func linkLightUp(a *linkAnswer) string {
	return a.shaded("lamp", 0, func(p at) bool { return strings.Contains(".#+", a.word(0, p)) })
}

func linkMashu(a *linkAnswer) string {
	for _, p := range a.cells() {
		for d, name := range map[string]string{"right": "right_of", "down": "below"} {
			if a.has(p.plus(linkSides[d])) {
				a.set(a.between(a.rows, p, d) == "1", name, p)
			}
		}
	}
	return ""
}

func linkNonogram(a *linkAnswer) string {
	high, wide := (a.rows+1)/2, (a.cols+1)/2
	lines := func(name, clues string, n, length int, black func(i, k int) bool) string {
		for i := range n {
			wanted := a.params[clues].([]any)[i].([]any)
			var starts, runs []int
			for k := range length {
				if black(i, k) && (k == 0 || !black(i, k-1)) {
					starts, runs = append(starts, k), append(runs, 0)
				}
				if black(i, k) {
					runs[len(runs)-1]++
				}
			}
			if fmt.Sprint(runs) != fmt.Sprint(wanted) {
				return "runs of other lengths"
			}
			for j, start := range starts {
				a.set(start, name, i, j)
			}
		}
		return ""
	}
	black := func(r, c int) bool { return a.word(high, at{r, wide + c}) == "#" }
	if why := lines("from_left", "row_clues", a.rows, a.cols, black); why != "" {
		return why
	}
	return lines("from_top", "col_clues", a.cols, a.rows, func(c, r int) bool { return black(r, c) })
}

func linkNumlin(a *linkAnswer) string { return a.paths(0) }

func linkArukone(a *linkAnswer) string { return a.paths(1) }

func (a *linkAnswer) paths(line int) string {
	linked := func(p at, d string) bool { return a.between(line+a.rows, p, d) == "1" }
	group := a.groups(linked)
	var letters []string
	letter := map[int]string{}
	for _, p := range a.cells() {
		if w := a.word(line, p); w != "." {
			letter[group[p]] = w
			if !slices.Contains(letters, w) {
				letters = append(letters, w)
			}
		}
	}
	slices.Sort(letters)
	for _, p := range a.cells() {
		alone := true
		for d := range linkSides {
			alone = alone && !linked(p, d)
		}
		for _, d := range []string{"right", "down"} {
			if a.has(p.plus(linkSides[d])) {
				a.set(linked(p, d), "link", p, d)
			}
		}
		if a.word(line, p) == "." {
			n := 1 + slices.Index(letters, letter[group[p]])
			if n == 0 && !alone {
				n = 1 // a path without an end
			}
			a.set(n, "path", p)
		}
	}
	return ""
}

func linkNurikabe(a *linkAnswer) string { return a.shaded("sea", 0, nil) }

func linkShikaku(a *linkAnswer) string {
	group := a.groups(func(p at, d string) bool { return a.between(a.rows, p, d) != "1" })
	boxes := map[int][]at{}
	for _, p := range a.cells() {
		boxes[group[p]] = append(boxes[group[p]], p)
	}
	seen := map[int]bool{}
	i := 0
	for _, p := range a.cells() {
		if a.word(0, p) == "." {
			continue
		}
		box := boxes[group[p]]
		for _, q := range box {
			for d, step := range linkSides {
				if n := q.plus(step); a.has(n) && group[n] == group[q] && a.between(a.rows, q, d) == "1" {
					return "a border that parts nothing"
				}
			}
		}
		if seen[group[p]] {
			return "two numbers in one region"
		}
		seen[group[p]] = true
		wide, high := 1+box[len(box)-1].c-box[0].c, 1+box[len(box)-1].r-box[0].r
		if wide*high != len(box) || wide < 1 {
			return "a region that is no rectangle"
		}
		if len(box) != digits(a.word(0, p)) {
			return "a rectangle of another size"
		}
		fmt.Fprintf(&a.out, "first[%d] = %v\nwide[%d] = %d\n", i, box[0], i, wide)
		i++
	}
	if len(seen) != len(boxes) {
		return "a region without a number"
	}
	return ""
}

func linkSkyscrapers(a *linkAnswer) string {
	for _, p := range a.cells() {
		q := at{p.r + 1, p.c + 1}
		if v := a.word(0, q); !strings.HasPrefix(v, "q") {
			a.give(v, "house", q)
		}
	}
	return ""
}

// The loop of a slitherlink is the border between inside and outside.
func linkSlither(a *linkAnswer) string {
	vertical := func(p at) bool { return a.word(a.rows, p) == "1" }     // the line on the left of a cell
	level := func(p at) bool { return a.word(a.rows+a.rows, p) == "1" } // the line above a cell
	inside := map[at]bool{}
	for _, p := range a.cells() {
		inside[p] = inside[at{p.r, p.c - 1}] != vertical(p)
	}
	for r := range a.rows + 1 {
		for c := range a.cols + 1 {
			p := at{r, c}
			if r < a.rows && (inside[p] != inside[at{r, c - 1}]) != vertical(p) ||
				c < a.cols && (inside[p] != inside[at{r - 1, c}]) != level(p) {
				return "lines that close no loop"
			}
		}
	}
	first := at{0, 0}
	for _, p := range slices.Backward(a.cells()) {
		if inside[p] {
			first = at{p.r + 1, p.c + 1}
		}
		a.set(inside[p], "inside", at{p.r + 1, p.c + 1})
	}
	fmt.Fprintf(&a.out, "first = %v\n", first)
	return ""
}

func linkStarbattle(a *linkAnswer) string { return a.shaded("star", 2+a.rows, nil) }

func linkSudoku(a *linkAnswer) string { return a.numbers("value", 0, a.rows) }

func linkTentaisho(a *linkAnswer) string {
	borders := 2*a.rows - 1
	group := a.groups(func(p at, d string) bool {
		return a.between(borders, p, d) != "1" && a.lines[2*p.r][0][2*p.c] != 'X'
	})
	galaxy := map[int]int{}
	n := 0
	for y := range 2*a.rows - 1 {
		for x := range 2*a.cols - 1 {
			if !strings.ContainsRune("12", rune(a.lines[y][0][x])) {
				continue
			}
			g := group[at{y / 2, x / 2}]
			if g != group[at{(y + 1) / 2, (x + 1) / 2}] || g != group[at{y / 2, (x + 1) / 2}] {
				return "a border through a star"
			}
			if _, is := galaxy[g]; is {
				return "two stars in one region"
			}
			galaxy[g] = n
			n++
		}
	}
	for _, p := range a.cells() {
		g, is := galaxy[group[p]]
		if a.lines[2*p.r][0][2*p.c] == 'X' {
			continue
		}
		if !is {
			return "a region without a star"
		}
		a.set(g, "galaxy", p)
	}
	return ""
}

func linkTents(a *linkAnswer) string {
	tree := func(p at) bool { return a.has(p) && digits(a.word(1, at{p.r, p.c + 1})) > 0 }
	tent := func(p at) bool { return a.has(p) && a.word(1, at{p.r, p.c + 1}) == "A" }
	owner := map[at]at{}
	side := map[at]string{}
	var give func(p at, tried map[at]bool) bool
	give = func(p at, tried map[at]bool) bool {
		for d, step := range linkSides {
			q := p.plus(step)
			if !tent(q) || tried[q] {
				continue
			}
			tried[q] = true
			if o, taken := owner[q]; !taken || give(o, tried) {
				owner[q], side[p] = p, d
				return true
			}
		}
		return false
	}
	for _, p := range a.cells() {
		switch {
		case !tree(p):
			a.set(tent(p), "tent", p)
		case !give(p, map[at]bool{}):
			side[p] = "up"
		}
	}
	for p, d := range side {
		a.set(d, "side", p)
	}
	return ""
}

// linkPaths are the conditions of numberlink.
var linkPaths = map[string]string{
	"lnBranch":    "links(c) ==",
	"lnCross":     "links(c) ==",
	"lcTripleNum": "path[c] == path[c + w]|links(c) ==",
	"nmConnDiff":  "path[c] == path[c + w]",
	"lcOnNum":     "links(c) ==",
	"lnDeadEnd":   "links(c) ==",
	"lcIsolate":   "reaches(joined",
	"nmNoLine":    "links(c) ==",
	"ceNoLine":    "path[c] > 0",
	"brNoLine":    "links(c) ==",
}

// linkGenres has, for each genre of puzz.link with a model in the library, how to write the answer, and which condition
// of the model each reason means for which puzz.link rejects a board. Bars divide conditions of which one must fail.
var linkGenres = map[string]struct {
	write   func(*linkAnswer) string
	clauses map[string]string
}{
	"fillomino": {linkFillomino, nil},
	"gokigen": {linkGokigen, map[string]string{
		"slLoop":     "acyclic",
		"crConnSlNe": "digit(clue",
	}},
	"hashikake": {linkHashikake, map[string]string{
		"nmLineGt":  "digit(level[a]) == sum",
		"nmLineLt":  "digit(level[a]) == sum",
		"lcDivided": "reaches(joined",
	}},
	"hitori": {linkHitori, map[string]string{
		"csAdjacent": "apart(black)",
		"cuDivideRB": "connected(white)",
		"nmDupRow":   "shown(x",
	}},
	"kakuro": {linkKakuro, map[string]string{
		"nmDupRow":   "distinct",
		"nmSumRowNe": "n == sum",
	}},
	"kurodoko": {linkKurodoko, map[string]string{
		"csAdjacent":  "white(c) or white(c + d)",
		"cuDivideRB":  "connected(white)",
		"nmSumViewNe": "number[c] == 1 + count",
	}},
	"lightup": {linkLightUp, map[string]string{
		"nmAkariNe": "digit(level[c]) == count",
		"akariDup":  "not (lamp[c] and",
		"ceDark":    "exists d in Dir, k in Length",
	}},
	"mashu": {linkMashu, map[string]string{
		"lnBranch":    "ends(c) == 2 or",
		"lnCross":     "ends(c) == 2 or",
		"lnDeadEnd":   "ends(c) == 2 or",
		"mashuOnLine": "ends(c) == 2 or",
		"mashuWCurve": "'O': straight",
		"mashuWStNbr": "'O': straight",
		"mashuBStrig": "'#': not straight",
		"mashuBCvNbr": "'#': not straight",
		"lnPlLoop":    "reaches(joined",
	}},
	"nonogram": {linkNonogram, nil},
	"numlin":   {linkNumlin, linkPaths},
	"arukone":  {linkArukone, linkPaths},
	"nurikabe": {linkNurikabe, map[string]string{
		"cs2x2":    "no_2x2(sea)",
		"bkNoNum":  "reaches(land, b, c)",
		"csDivide": "connected(sea)",
		"bkNumGe2": "not reaches(land, a, b)",
		"bkSizeNe": "region(land, c) == number[c]",
	}},
	"shikaku": {linkShikaku, nil},
	"skyscrapers": {linkSkyscrapers, map[string]string{
		"nmDupRow":  "distinct",
		"nmSightNe": "digit(level[c]) == count",
	}},
	"slither": {linkSlither, map[string]string{
		"lnPlLoop": "reaches(within|reaches(outside",
		"cxNoLine": "where full",
	}},
	"starbattle": {linkStarbattle, map[string]string{
		"starAround": "chebyshev",
		"bkStarGt":   "level[c] == g",
		"bkStarLt":   "level[c] == g",
		"lnStarNe":   "c.row == r|c.col == k",
	}},
	"sudoku": {linkSudoku, map[string]string{
		"bkDupNum": "c.row / high",
		"nmDupRow": "c.row == r|c.col == k",
	}},
	"tentaisho": {linkTentaisho, nil},
	"tents": {linkTents, map[string]string{
		"nmTentNone": "tent[c + side[c]]",
		"nmTreeNone": "1 == count d",
		"tentAround": "chebyshev",
		"exTentNe":   "in_row|in_col",
		"nmTentLt":   "1 == count d|tent[c + side[c]]",
		"nmTentGt":   "1 == count d|tent[c + side[c]]",
	}},
}

// Each board that puzz.link accepts is a valid answer; each that it rejects is not valid, and among the conditions that
// fail is the one that its reason means. A board that the reader refuses, or that is no value of the model, is logged.
func TestPuzzLinkBoards(t *testing.T) {
	var corpus map[string]struct{ Boards [][2]string }
	require.NoError(t, json.Unmarshal([]byte(corpusFile(t, "pzprjs/boards.json")), &corpus))
	for _, genre := range slices.Sorted(maps.Keys(linkGenres)) {
		t.Run(genre, func(t *testing.T) {
			require.NotEmpty(t, corpus[genre].Boards)
			for _, board := range corpus[genre].Boards {
				failed, refused := judgeLinkBoard(t, genre, board[1], board[0])
				switch code := board[0]; {
				case refused != "":
					t.Logf("%q: %s", code, refused)
				case code == "":
					assert.Empty(t, failed, board[1])
				case assert.NotEmpty(t, failed, "%q: %s", code, board[1]):
					assert.Regexp(t, linkReason(genre, code, failed[0]), strings.Join(failed, "; "), "%q: %s", code, board[1])
				}
			}
		})
	}
}

// linkReason matches the condition that a reason means. What lacks values fails for that, and names no condition.
func linkReason(genre, code, first string) string {
	if strings.HasPrefix(first, "incomplete") || strings.HasPrefix(first, "cannot be completed") {
		return "^"
	}
	conditions, known := linkGenres[genre].clauses[code]
	if !known {
		return "a row of linkGenres for " + code
	}
	return strings.ReplaceAll(regexp.QuoteMeta(conditions), `\|`, "|")
}

// judgeLinkBoard returns the conditions that fail, or why the board has no counterpart.
func judgeLinkBoard(t *testing.T, genre, board, code string) (failed []string, refused string) {
	t.Helper()
	all := levels.Formats()
	format := all[slices.IndexFunc(all, func(f levels.Format) bool { return f.Name == "puzzlink" })]
	found, diags := levels.Read(format, "board", board, levels.Options{})
	if diags.HasErrors() {
		return nil, diags[0].Msg
	}
	object, err := found[0].JSON()
	require.NoError(t, err)
	var p params
	require.NoError(t, json.Unmarshal(object, &p))
	a := readLinkAnswer(t, board)
	a.params = p
	if why := linkGenres[genre].write(a); why != "" {
		return nil, why
	}
	z := grounded(t, found[0].Model+".pz", p)
	checks, diags := z.Validate(t.Context(), puzzle.Text{Name: "answer", Text: a.out.String()},
		puzzle.ValidateOptions{Partial: a.missing && code != "ceNoNum" && code != "ceNoSlash"})
	require.False(t, diags.HasErrors(), "%v\n%s", diags, a.out.String())
	for _, f := range checks[0].Failures {
		clause := f.Msg
		if !f.OfAnswer() {
			clause = clauseOf(t, f)
		}
		if !slices.Contains(failed, clause) {
			failed = append(failed, clause)
		}
	}
	if len(failed) == 0 && a.missing {
		return nil, "what is open can be filled in"
	}
	return failed, ""
}

// clauseOf returns the condition of the model that fails.
func clauseOf(t *testing.T, f puzzle.Failure) string {
	t.Helper()
	text, err := models.FS().ReadFile(f.Span.Start.Filename)
	require.NoError(t, err)
	start, end := f.Span.Start, f.Span.End
	lines := strings.Split(string(text), "\n")[start.Line-1 : end.Line]
	lines[len(lines)-1] = lines[len(lines)-1][:end.Column-1]
	lines[0] = lines[0][start.Column-1:]
	return strings.Join(lines, " ")
}
