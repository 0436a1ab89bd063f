package gogen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// reserved are the names that a generated program may not take for something of the model: Go's keywords, what Go declares beforehand,
// the packages that are imported, and the names that the program gives to its own parts.
var reserved = strings.Fields(`
	break case chan const continue default defer else fallthrough for func go goto if import interface map package range return
	select struct switch type var
	any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false float32 float64 imag init int int16
	int32 int64 int8 iota len make main max min new nil panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr
	context encoding json flag fmt os signal runtime search strings strconv slices math testing time errors
	_ none s next mid ok steps keys before out State Key Starts FindStarts startStates someStarts Successors Goal Dead Pack Unpack String MoveName Label allowed
	Heuristics algorithm algorithms unguided heuristicNamed progress report after printJSON solution start plan planCost planStart rule
	patterns begin derive parameters ReadData TestPlan TestPack TestSolution TestSearch Problem Assignment
	kernel newKernel enterKernel kernelWord kernelPrices kernelTables kernelWide kernelKeys kernelTerms kernelSteps drivenOrder Fast FastLayers TestKernel TestWide`)

// inLoops are local names of the program's own parts. Locals of the model may be called so, its declarations may not.
var inLoops = strings.Fields("a i j k l m e v n t p r u cells")

// rowName are the names of rows and lists of numbers.
var rowName = regexp.MustCompile(`(Rows|List)[0-9]+$`)

// numberedName is a name with a number behind it that is not one of those.
func numberedName(name string, i int) string {
	if rowName.MatchString(name + "1") {
		name += "Of"
	}
	return fmt.Sprintf("%s%d", name, i)
}

// methods are those of State: fields may not be called so.
var methods = strings.Fields("Successors Goal Dead Pack Unpack String Label allowed")

// namer gives out names that are not taken.
type namer struct {
	taken map[string]bool
	outer *namer
}

func newNamer() *namer {
	n := &namer{taken: map[string]bool{}}
	for _, r := range reserved {
		n.taken[r] = true
	}
	return n
}

// inner gives out names of a function; they hide none of the program.
func (n *namer) inner() *namer { return &namer{taken: map[string]bool{}, outer: n} }

func (n *namer) free(name string) bool {
	return !n.taken[name] && !rowName.MatchString(name) && (n.outer == nil || n.outer.free(name))
}

// takeGlobal is take for a declaration of the model: it hides no local of the program's own parts, and no field of State is called so,
// since it may become a method. Names that are derived from it are taken with it.
func (n *namer) takeGlobal(name string, fields *namer, derived func(base string) []string) string {
	good := func(base string) bool {
		return !slices.ContainsFunc(append(derived(base), base), func(x string) bool {
			return !n.free(x) || !fields.free(x) || slices.Contains(inLoops, x)
		})
	}
	out := name
	for i := 2; !good(out); i++ {
		out = numberedName(name, i)
	}
	for _, x := range append(derived(out), out) {
		n.taken[x] = true
	}
	return out
}

// take gives out the name itself if it is free, else with a number behind it.
func (n *namer) take(name string) string {
	out := name
	for i := 2; !n.free(out); i++ {
		out = numberedName(name, i)
	}
	n.taken[out] = true
	return out
}

// takeHere is take for a variable that holds what something of the same name outside of the function says here.
func (n *namer) takeHere(name string) string {
	if n.taken[name] || n.free(name) {
		return n.take(name)
	}
	return n.take(name + "Here")
}

// own makes a name of the model one of Go: linear_conflict is linearConflict. What is neither letter nor digit is left out.
func own(name string) string { return camel(name, false) }

// upper is own for the rest of a longer name, and for what is exported.
func upper(name string) string { return camel(name, true) }

func camel(name string, up bool) string {
	var b strings.Builder
	for _, r := range name {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			up = b.Len() > 0 || up
			continue
		}
		if b.Len() == 0 && unicode.IsDigit(r) {
			b.WriteByte('n')
		}
		if up {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		up = false
	}
	if b.Len() == 0 {
		return "x"
	}
	return b.String()
}

// small is own with a small letter in front, for what is made of the name of a type.
func small(name string) string {
	name = own(name)
	return strings.ToLower(name[:1]) + name[1:]
}

// comment makes lines of a Go comment of a text, whatever it holds.
func comment(indent, text string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			if unicode.IsControl(r) || r == '\uFEFF' || r == unicode.ReplacementChar {
				return -1
			}
			return r
		}, line)
		if strings.HasPrefix(strings.TrimSpace(line), "+build") { // gofmt would take it for a build constraint
			line = "> " + line
		}
		b.WriteString(strings.TrimRight(indent+"// "+line, " ") + "\n")
	}
	return b.String()
}
