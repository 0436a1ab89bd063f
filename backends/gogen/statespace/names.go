package statespace

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// reserved are names that a generated program cannot use for declarations of the model: Go's keywords and predeclared
// names, the imported packages, and the program's own parts.
var reserved = strings.Fields(`
	break case chan const continue default defer else fallthrough for func go goto if import interface map package range
	return
	select struct switch type var
	any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false float32 float64
	imag init int int16
	int32 int64 int8 iota len make main max min new nil panic print println real recover rune string true uint uint16
	uint32 uint64 uint8 uintptr
	context encoding json flag fmt os signal runtime search strings strconv slices math testing time errors
	_ none s next mid ok steps keys before out State Key Starts FindStarts startStates someStarts Successors Goal Dead
	Pack Unpack String MoveName Label allowed
	Heuristics algorithm algorithms guided unguided heuristicNamed progress report printJSON solution start plan planCost
	planStart rule
	patterns TestPlan TestPack TestSolution Problem Assignment
	Make follow terms termsOf descent inPlace below TestInPlace`)

// inLoops are local names in the program's own parts. Locals of the model may have these names, declarations may not.
var inLoops = strings.Fields("a d h i j k l m e v n t p r u cells list room depth move now was after")

// methods are the methods of State. No field may have such a name.
var methods = strings.Fields("Make Successors Goal Dead Pack Unpack String Label allowed")

// takeGlobal takes a name for a declaration of the model. The name differs from all locals of the program's own parts,
// and from all fields of State, because the declaration may become a method. Names that are derived from it are taken
// too.
func takeGlobal(n *code.Names, name string, fields *code.Names, derived func(base string) []string) string {
	out := n.TakeIf(name, func(base string) bool {
		return !slices.ContainsFunc(append(derived(base), base), func(x string) bool {
			return !n.Free(x) || !fields.Free(x) || slices.Contains(inLoops, x)
		})
	})
	n.Keep(derived(out)...)
	return out
}

// NewWriter returns a writer for a model with its sources.
func NewWriter(m *model.Model, sources map[string]string) *Writer {
	g := &Writer{
		Model: m, ev: semantics.NewEvaluator(m), sources: sources,
		Names:    code.NewNames(reserved...),
		typeName: map[*model.TypeDecl]string{}, enumName: map[*model.Enum]string{}, valueName: map[*model.Enum][]string{},
		dataName: map[*model.Array]string{}, defName: map[*model.Def]string{}, MoveName: map[*model.Move]string{},
		Heuristic: map[*model.Heuristic]string{}, gridName: map[*model.Grid]string{},
		Missing: map[*model.Heuristic]string{},
		mask:    map[*model.Def]uint64{},
		numbers: map[string]int{}, unwritable: map[*model.Def]*Error{},
		reads: map[model.Expr]bool{}, free: map[model.Expr]map[int]bool{}, slots: map[model.Expr]int{},
	}
	g.declare()
	return g
}

// declare names the declarations of the model before any local, so that no local hides a declaration.
func (w *Writer) declare() {
	fields := code.NewNames(append(slices.Clone(methods), reserved...)...)
	for _, a := range w.Model.StateArrays() {
		w.dataName[a] = fields.Take(code.Own(a.Name))
	}
	w.reserve()
	global := func(name string, derived ...func(base string) string) string {
		return takeGlobal(w.Names, code.Own(name), fields, func(base string) []string {
			return lists.Map(derived, func(d func(base string) string) string { return d(base) })
		})
	}
	for i, grid := range w.Model.Grids {
		all := lists.Map(gridOrder, suffix)
		w.gridName[grid] = global(code.Small(w.nameOfGrid(grid, i)), all...)
	}
	for _, t := range w.Model.Types {
		if isName(t.Name) && !strings.ContainsAny(t.Name[:1],
			"0123456789") { // the others are sets written in the type of an array
			w.typeName[t] = global(t.Name, countName, valuesName, memberName)
		}
	}
	for _, e := range w.Model.Enums {
		w.enumName[e] = global(e.Name, namesName)
	}
	for _, a := range w.Model.Arrays {
		if a.Role != model.State {
			w.dataName[a] = global(a.Name, valuesName, memberName)
		}
	}
	for _, e := range w.Model.Enums {
		w.valueName[e] = lists.Map(e.Values, func(v string) string { return global(v) })
	}
	for _, d := range w.Model.Defs {
		w.defName[d] = global(d.Name, func(base string) string { return "not" + code.Upper(base) })
	}
	for _, mv := range w.Model.Moves {
		w.MoveName[mv] = global(mv.Name, suffix("Moves"), suffix("Cost"), suffix("Label"), suffix("Order"))
	}
	for _, h := range w.Model.Heuristics {
		w.Heuristic[h] = global(h.Name)
	}
}

func suffix(s string) func(string) string { return func(base string) string { return base + s } }

// reserve takes the names of helpers and of numbered declarations.
func (w *Writer) reserve() {
	w.Names.Keep(slices.Collect(maps.Keys(helpers))...)
	w.Names.Keep("colStep", "dirNames", "Dir", "composites")
	for i := range 1000 {
		for _, word := range []string{"values", "among", "placeRows", "ruleRows", "ground", "graph"} {
			w.Names.Keep(fmt.Sprintf("%s%d", word, i))
		}
	}
	hidden := func(d string) bool { // the model declares this name
		return slices.ContainsFunc(w.Model.Arrays, func(a *model.Array) bool { return code.Own(a.Name) == d }) ||
			slices.ContainsFunc(w.Model.Defs, func(f *model.Def) bool { return code.Own(f.Name) == d }) ||
			slices.ContainsFunc(w.Model.Moves, func(f *model.Move) bool { return code.Own(f.Name) == d })
	}
	if slices.ContainsFunc(model.DirNames[:], hidden) {
		w.dirPrefix = "dir"
	}
	w.Names.Keep(lists.Map(model.DirNames[:], w.dirName)...)
}
