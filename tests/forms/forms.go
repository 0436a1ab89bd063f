// Package forms holds conditions that together use each operator and function of the language, and moves that use each
// statement. They test code that gives conditions and moves a meaning.
package forms

import (
	"regexp"
	"slices"
	"strings"
)

// Head declares the names that the forms use. Variables with `any` may have all values of their types.
const Head = `puzzle Forms
enum E { p, q, r }
type N = 0..3
type C = grid(2, 2)
type Sets = set N
type Few = set {1, 2}
type Relation = set (N, N)
type Letter = char
param k: N = 2
param level: map = """
  xy
  .x
  """
param word: map of E or none = """
  p .
  r q
  """
type Place = grid(level, word)
param clue[C]: N or none = [1, none, none, 3]
param may[C]: bool or none = [true, none, false, none]
param to: C or none = none
param run: list of N or none = [2, none, 1]
param none: set N = {}
param some: set N = {1, 3}
param named: set (N, N) = {(0, 1), (2, 2)}
const part[i in N]: N = if i == 2 then 1 / 0 else 3 - i
state x: 0..2 = any
state y: {-1, 1} = any
state b: bool = any
state c: C = any
state d: Dir = any
state e: E = any
def here: Place = (c.row, c.col)
state s[i in 0..1]: N = i + 1
state z: bool = false
def pair(n: N): (N, N) = (n, n + 1)
def half(n: {0, 2}) = n / 2
def free(a: C) = a != (0, 1) or b
type Bools = {false, true}
def leap(a: N, o: N, n: N) = a + n == o
def ignores(a: N, o: N) = o == 3
def near(a: C, n: N) = a.row <= n
def apart(a: C, o: C, n: N) = manhattan(a, o) == n
def adjacentOf(a: C, o: C) = adjacent(a, o) and a != (0, 1)
def joins(a: N, o: N) = a + x == o or o / y == a and b
def of(a: E, n: N, o: E) = index(a) + n == index(o) or b
type Ray = (C, Dir)
def ray(a: Ray, o: Ray) = let (f, g) = a: let (h, i) = o: h == f + g and (i == d or i == g)
goal z
`

// All holds conditions in which each operator and function gets values that depend on the state, and undefined values.
var All = []string{
	// numbers
	"x + y == 1", "x - y > x", "x * y <= 1", "x / y == -2", "x % y == 0", "-x / 2 == -1", "-x % 3 == 1",
	"abs(y - x) == 2", "x != y", "x in -1..y", "x in y..2", "x in {y, 2}", "x not in {y, k}",
	"min(x, y) == y", "max(x, y, 1) == 2", "min(x, x / y) < 1", "max(x / y, x) > 0", "if x > 1 then b else x == y",
	"(if x / y == 1 then 1 else 2) == x",
	"half(x) == y", "defined(half(x))", "half(x + 1) == 1", "digit('2') == x", "index('b') - index('a') == x",
	"x in {index(k) - 97 for k in 'b'..'d'}", "defined(digit('a'))",
	// tuples
	"(x, y) == (y, x)", "(x, y) < (y, x)", "(x, y, 1) >= (1, y, x)", "min((x, y), (y, x)) == (y, x)",
	"max((x, y), (1, 0), (y, x)) == (x, y)", "pair(x) == (1, 2)", "pair(x + 2) == (x + 2, 3)",
	"(x, y) in named", "(x, y) in (some, -1..k)", "(x, x) in (0..k, {1, 2})", "(x, c) in (some, C)",
	"(if b then (x, 1) else nth({(1, 1), (2, 1)}, y)) == (x, 1)",
	"(if b then nth({(1, 1), (2, 1)}, y) else (y, 1)) == (y, 1)",
	"min((if b then (x, 1) else (y, 2)), (1, x)) == (1, x)", "(x / y, 1) == (1, 1)", "(x / y, 1) == (1, 2)",
	"defined((x / y, 1))", "(part[2], 1) == (0, 1)", "defined((part[2], 1))", "(part[2], x) in {(0, 1), (x, 1)}",
	"nth({(part[1], 1)}, 0) == (x, 1)", "(part[x], part[2]) == (x, x)", "(x, y) in {(1, 1), (x, 0)}",
	"nth({(1, 0), (2, 1)}, x) == (2, 1)",
	// sets
	"x in some", "y in some", "x in none", "nth(some, x) == 3", "nth(none, x) == 1", "defined(nth(none, x))",
	"nth(N, y) == 1", "nth({3, 1}, x) == 3", "nth(some, x / y) == 1", "nth(some, part[2]) == 1",
	"nth({1 / (k - 2)}, x) == 1", "x in {1 / (k - 2), 1}", "size({1 / (k - 2)}) == 1",
	"some in Sets", "some in Few", "{k} in Few", "named in Relation", "{1, 5} in Sets",
	"size({i for i in N where i > k}) == x", "x in {i + 1 for i in some}", "(x, y) in {(i, 1) for i in some}",
	"some == {1, 3}", "some == none", "none != {}", "(k, some) == (2, {3, 1})", "(k, 'a') in (N, Letter)",
	"(k, some) in (N, Sets)", "(x, some) in (N, Few)",
	// arrays
	"s[x] == 2", "s[y] == 1", "part[x] == 1", "defined(part[x])", "part[x + y] == 3", "find(s, x) == 0",
	"find(part, x) == 2", "defined(find(s, x))", "s[s[y]] == 2", "part[s[y]] == 2",
	// directions, cells, enums, Booleans
	"-d == up", "d < left", "d in {up, down}", "nth(Dir, x) == d", "index(d) == x", "c + d == (0, 1)",
	"defined(c + d)", "c - d == c + -d", "c + 2*d == c", "c + (x, y) == (1, 1)", "c - (0, 1) == (1, 0)",
	"(1, 1) - c == (x, y)",
	"c.row == x", "c.col < y", "(c + d).row == 1", "(x, y) == c - (0, 0)", "adjacent(c, c + d)",
	"adjacent(c, (0, 0))", "manhattan(c, (1, 1)) == x", "chebyshev(c, (1, 1)) == x", "manhattan(c + d, c) == 1",
	"c in {(0, 1), (1, 0)}", "c < (1, 0)",
	"min(c, (0, 1)) == c", "max(d, right) == d", "min(e, q) == e", "index(c) == x", "nth(C, x + y) == c",
	"index(e) > index(b)", "nth(E, x) == e", "e < r", "e in {p, r}", "e != q", "b == (x == 1)", "(b, e) == (true, p)",
	"(if b then up else d) == up",
	"-(x, y) == (y, x)", "2*(x, y) == (x, 2)", "(x, y) + (1, 0) == (2, 1)", "(x, y) - d == (1, 1)",
	"nth(some, x) in {k, 3}",
	"level[here] == 'x'", "level[here + d] == 'x'", "level[here - d] != level[here]",
	"level[here + (x, y)] in {'.', 'y'}", "level[here + d] < 'y'", "defined(level[here + d])",
	// data that may be missing
	"clue[c] == 1", "clue[c + d] != x", "defined(clue[c])", "not defined(clue[c + d])", "clue[c] in some",
	"find(clue, x) == c", "may[c]", "not may[c]", "may[c] == b", "defined(may[c])", "to == c", "defined(to)",
	"clue[to] == 1",
	"word[here] == e", "word[here + d] != e", "word[here] < e", "defined(word[here])", "run[x] == y",
	"defined(run[x])",
	"size(run) == x + 1", "(sum i in C where defined(clue[i]): clue[i]) == x + 3", "(sum i in C: clue[i]) == x",
	"(if defined(clue[c]) then clue[c] else x) == 1", "(clue[c], x) == (1, 1)", "(exists i in C: may[i]) == b",
	// connectives with undefined parts
	"x / y == 1 and b", "b or x / y == 1", "not x / y == 1", "x / y == 1 => b", "b => x / y == 1",
	"not (b and x / y == 1)", "defined(x / y == 1 and b)", "(x / y == 1) == b",
	// binders
	"forall i in 0..1: s[i] > x", "exists i in N: part[i] == x", "forall i in N: part[i] != x",
	"(count i in N: part[i] == x) == 1", "(count i in N where part[i] > x: b) == 1",
	"(sum i in N where i < 2: part[i]) == 5 and b", "(sum i in N where i > x: i) == y",
	"(product i in N where i < 2: part[i] + 1) == 6 and b", "(product i in N where i > x: i) == y",
	"(product i in N where i <= x: y - i) > 1", "(product i in N where i > x: 6 / (i - y)) == 6",
	"(product i in 1..0: i) == x",
	"(sum i in N: part[i]) == 3", "(min i in N where i > x: i) == 2", "(max i in N where i < x: i * y) == 0",
	"(min i in N where i > x + 2: i) == 2", "(min i in N where part[i] > x: part[i]) == 2",
	"(min i in N: part[i]) == 0", "(min a in C where a != c: a) == (0, 1)",
	"(max a in C where free(a): manhattan(a, c)) == 2", "(max w in named where w != (x, x): w) == (0, 1)",
	"(max i in N where i != x: (i * y, x)) == (0, x)", "(the i in N: i == x + y) == 1",
	"(the i in N: i > x + 1) == 3", "(the (i, j) in named: i == x) == (0, 1)",
	"(the i in N, j in N: i == x and j == y) == (1, 1)", "distinct i in 0..1: (s[i] * x)", "distinct i in N: part[i]",
	"distinct i in 0..1: (i, x)", "distinct a in C where a != c: a.row", "exists (i, j) in named: i == x and j > y",
	"forall i in none: i == x", "exists i in none: true",
	"steps(named, x, 1) == 1", "steps(named, x, x) == 0", "steps(named, y, 1) == 1",
	"steps(adjacentOf, c, (1, 1)) == x", "reaches(free, c, (0, 1))", "reaches(free, (0, 0), c + d)",
	"reaches({a for a in C where a != (1, 0)}, c, (0, 0))", "reaches({nth(C, x), (1, 1)}, c, (1, 1))",
	"reaches(free, c, (x, y))",
	"x in union(some, {2})", "y not in minus(N, some)", "size(intersect(some, 0..k)) == x", "subset(some, N) and b",
	"(x, y) in union(named, {(1, 1)}, {(2, 1)}) or c in minus(C, {(0, 0)})", "exists i in union(some, none): i == x",
	"forall i in minus(some, {k}): subset({i}, N) => i > x", "union({}, some) == some", "subset(none, {}) == b",
	// paths along links
	"reaches(joins, x, y)", "reaches(joins, x, 3) or b", "reaches(joins(_, _), x, x / y)", "steps(joins, x, 2) == 1",
	"defined(steps(joins, 0, x))", "reaches(named, x, 2)", "reaches(of(_, y, _), e, r)", "steps(of(_, x, _), p, e) < 2",
	"reaches(ray, (c, d), (c, up))", "connected(free)", "connected({a for a in C where a != (1, 0)})",
	"region({(0, 1), (1, 2)}, x) == 3 - x", "region({(0, 1), (1, 0)}, x + y) == 2", "region({(0, 1), (2, 2)}, x + 5) == 0",
	"region({((0, 0), (0, 1)), ((0, 1), (1, 1))}, c) > x", "region({(up, left), (left, down)}, d) == x + 1",
	"not connected(near(_, x))", "region(joins, x) == y", "region(free, c + d) > x", "region(near(_, x), c) == 2",
	"connected(joins)", "not connected(joins(_, _)) or b", "connected(of(_, x, _))",
	"connected(named) => b", "connected({((0, 0), (0, 1)), ((1, 0), (1, 1))}) or x == y",
	"acyclic(joins)", "not acyclic(near(_, x))", "acyclic(named) and b", "acyclic(of(_, x, _))",
	"(count i in N where i > x: reaches(joins, y, i)) == 1",
	// arrays as wholes
	"count [b, x == y, x / y == 1] == 2", "sum [x, y * 2, part[2]] > 3", "product [x, y + 1] == 2 and b",
	"distinct [x, y, part[0]]", "min [x, y + 1] == 1", "max [c, (0, 1)] == (0, 1)", "(count [d == up]) == x",
	"s == [1, 2] and b", "part != [3, 2, 0, 0]", "s == s and b", "[3, 1, 2][x] == x",
	"find([2, 0, 1], x) == y", "[[1, 2], [3, 4]][x, y] == 2", "defined([1, 1 / 0, 0][x])", "[up, left][x] == d",
	// names of values
	"let v = x + y: v == 1 or v / y == 2", "let v = x / y: b or not v == 1", "let f = c + d: defined(f) and free(f)",
	"let u = x / y == 1: not u or (u => b)", "let i = x: exists j in N: part[j] == i and let i2 = i + j: i2 > 1",
	"let v = (count i in N: i > x): exists i in N: i == v and part[i] == v", "let t = {x, y}: 1 in t and x not in t",
	"let (v, w) = (x / y, y): w == 1", "let (v, w) = (1, 1) - c: v + w == x",
	"let (_, w) = nth({(1, 0), (2, 1)}, x): w == 0",
	"let (v, w) = if b then (x, 1) else (1, y): v == w", "let (v, w) = pair(x): v < w and w > 1",
	"let (v, w) = the (i, j) in named: i == x: w == y + 1", "let (v, (u, w)) = (b, (x, y)): v and u == w + 2",
}

// Constant holds forms that may not read the state but may use local names from outside.
var Constant = []string{
	"steps(leap(_, _, x), x, x + x) == 1", "steps(leap(_, _, x + 1), 0, 2) == 2 - x",
	"steps(ignores(_, _), x, 3) == 1", "steps(ignores(_, _), x, x) == 0", "defined(steps(leap(_, _, y + 2), 0, x))",
	"steps({(i, x) for i in N}, 3, x) == 1", "defined(steps({(x, i) for i in N where i > x}, 3, x))",
	"size(0..x) == 2", "x in {k for i in N}", "(0, x) in {(0, 1) for (i, j) in named}",
	"size({i for i in x..3 where i != k}) == x", "exists i in {j for j in N where j > x}: i == k",
	"forall i in 0..x: i < 2", "(sum i in x..3, j in 0..i: j) == 9", "nth({i for i in 0..x}, x) == 1",
	"exists i in {1 for j in 0..x}: i == x", "(count (i, j) in {(i, j) for i in 0..x, j in 0..i}: i + j == x) == 2",
	"reaches({a for a in C where a.row <= x}, (0, 0), (1, 1))", "reaches(near(_, x), (0, 1), c)",
	"reaches(near(_, x), c, (1, 0))", "steps(apart(_, _, x), c, (1, 1)) == 2",
}

// Sets maps the state variables of Head that forms read to their types.
var Sets = map[string]string{"x": "0..2", "y": "{-1, 1}", "b": "Bools", "c": "C", "d": "Dir", "e": "E"}

// Fixed maps each of these variables to one value.
var Fixed = map[string]string{"x": "1", "y": "-1", "b": "true", "c": "(0, 1)", "d": "left", "e": "q"}

var (
	chosen    = regexp.MustCompile(`(?m)^state ([xybcde]): (.*) = any$`)
	readState = regexp.MustCompile(`\b(s|here|free|joins|of|ray)\b`)
)

// ReadsByName reports whether a form reads the state through a definition or an array.
func ReadsByName(form string) bool { return readState.MatchString(form) }

// Reads returns the variables of Head that a form reads, directly or through definitions.
func Reads(form string) []string {
	_, vars := Outside(form)
	if ReadsByName(form) {
		vars = append(vars, "b", "c")
		if strings.Contains(form, "joins") {
			vars = append(vars, "x", "y")
		}
		if strings.Contains(form, "ray") {
			vars = append(vars, "d")
		}
	}
	return vars
}

// Choosing returns Head with `any` for the given variables only.
func Choosing(vars []string) string {
	return chosen.ReplaceAllStringFunc(Head, func(line string) string {
		m := chosen.FindStringSubmatch(line)
		if slices.Contains(vars, m[1]) {
			return line
		}
		return "state " + m[1] + ": " + m[2] + " = " + Fixed[m[1]]
	})
}

// StateNames matches the names of these variables, and characters, because letters in characters are no names.
var StateNames = regexp.MustCompile(`'.'|\b[xybcde]\b`)

// Outside replaces the state variables that a form reads by local names, and returns these variables.
func Outside(form string) (text string, vars []string) {
	text = StateNames.ReplaceAllStringFunc(form, func(v string) string {
		if v[0] == '\'' {
			return v
		}
		if !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
		return "l" + v
	})
	slices.Sort(vars)
	return text, vars
}
