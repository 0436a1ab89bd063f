package gogen

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
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

// methods are those of State: fields may not be called so.
var methods = strings.Fields("Successors Goal Dead Pack Unpack String Label allowed")

// takeGlobal takes a name for a declaration of the model: it hides no local of the program's own parts, and no field of State is called so,
// since it may become a method. Names that are derived from it are taken with it.
func takeGlobal(n *code.Names, name string, fields *code.Names, derived func(base string) []string) string {
	out := n.TakeIf(name, func(base string) bool {
		return !slices.ContainsFunc(append(derived(base), base), func(x string) bool {
			return !n.Free(x) || !fields.Free(x) || slices.Contains(inLoops, x)
		})
	})
	n.Keep(derived(out)...)
	return out
}

// isName tells whether a text is a name of Go, apart from its first letter. Sets that stand in the type of an array are no names.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}
