package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// parameters writes how the parameters are read.
func (g *starts) parameters() *code.Block {
	b := &code.Block{}
	b.Uses("search")
	b.Comment("parameters are those of the model. Some are data of this program, and can be no others.")
	b.Line("var parameters = []search.Parameter{")
	var names []string
	for _, x := range GivenLater(g.Model) {
		if x.Why == "" {
			names = append(names, x.Array.Name)
		}
		g.writeParameter(b, x)
	}
	b.Line("}")
	b.Line("")
	derive, begin := "", "_, err := begin()\n\treturn err"
	if g.choosesWithData() {
		begin = "return begin()"
		if g.HasMoves() {
			begin = "startStates.Forget()\n" + begin
		}
	}
	if slices.ContainsFunc(g.Model.Arrays, func(a *model.Array) bool { return statespace.IsLater(a, model.Const) }) {
		derive = "\tif err := derive(); err != nil {\n\t\treturn err\n\t}\n"
	}
	b.Comment("ReadData gives parameters other values, those of a JSON object: %s. It must be called before the first "+
		"estimate is asked for;\nafter an error there is nothing to search.", strings.Join(names, ", "))
	b.Line(`func ReadData(text []byte) error {
	if err := search.ReadParameters(text, parameters); err != nil {
		return err
	}
%s	%s
}`, derive, begin)
	return b
}

func (g *starts) writeParameter(b *code.Block, x Given) {
	a, d := x.Array, g.Model.Data[x.Array.ID]
	why := strings.TrimSuffix(code.Comment(code.OneLine(x.Why)), "\n")
	if !g.Model.Plain(a) {
		b.Line("{Name: %q}, %s", a.Name, why)
		return
	}
	shape := ""
	if len(a.Index) > 0 {
		var dims []int64
		for _, s := range d.Index {
			if s.Type.Kind == model.CellKind {
				if board := g.Model.Dims[s.Type.Grid.ID]; board.Rows*board.Cols == int64(s.Len()) {
					dims = append(dims, board.Rows, board.Cols)
					continue
				}
			}
			dims = append(dims, int64(s.Len()))
		}
		shape = ", Shape: []int{" + code.Numbers(dims) + "}"
	}
	if a.Later != nil && a.Later.Type.Kind == model.MapKind {
		shape += ", Map: true"
	}
	head := fmt.Sprintf("Name: %q%s, Type: search.Type{%s}", a.Name, shape, g.typeText(a, d))
	if x.Why != "" {
		values := make([]int64, len(d.Values))
		for i, v := range d.Values {
			values[i] = v.N
		}
		b.Line("{%s, Fixed: []int{%s}}, %s", head, code.Numbers(values), why)
		return
	}
	value := "v"
	if a.Type.Kind == model.Boolean {
		value = "v == 1"
	}
	place, index := "_", ""
	if len(a.Index) > 0 {
		place, index = "i", g.placeText(a, d)
	}
	b.Line("{%s, Set: func(%s, v int) { %s%s = %s }},", head, place, code.Name(g.Name(a)), index, value)
}

// typeText is the type of a parameter.
func (g *starts) typeText(a *model.Array, d *model.ArrayData) string {
	var text string
	switch a.Type.Kind {
	case model.Boolean:
		text = `Kind: "bool"`
	case model.Character:
		text = `Kind: "character"`
	case model.Direction:
		text = fmt.Sprintf(`Kind: "name", Names: []string{%s}`, quotedList(model.DirNames[:]))
	case model.Enumerated:
		text = fmt.Sprintf(`Kind: "name", Names: []string{%s}`, quotedList(a.Type.Enum.Values))
	case model.CellKind:
		board := g.Model.Dims[a.Type.Grid.ID]
		text = fmt.Sprintf(`Kind: "cell", Rows: %d, Cols: %d`, board.Rows, board.Cols)
	default:
		text = `Kind: "number"`
	}
	if !d.Domain.Gapless() {
		var values []int64
		for _, v := range d.Domain.Elems {
			values = append(values, v.N)
		}
		return text + ", Among: []int{" + code.Numbers(values) + "}"
	}
	if low := d.Domain.Elems[0].N; low != 0 {
		text += fmt.Sprintf(", Low: %d", low)
	}
	return text + fmt.Sprintf(", High: %d", d.Domain.Elems[d.Domain.Len()-1].N)
}

func quotedList(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(out, ", ")
}

// placeText is the Go index of element i, counted row by row.
func (g *starts) placeText(a *model.Array, d *model.ArrayData) (text string) {
	stride := 1
	dims := g.Dims(a)
	for k := len(dims) - 1; k >= 0; k-- {
		at := "i"
		if stride > 1 {
			at = fmt.Sprintf("i/%d", stride)
		}
		if k > 0 {
			at += fmt.Sprintf("%%%d", d.Index[k].Len())
		}
		if first := d.Index[k].Elems[0].N - dims[k].Lo; first != 0 {
			at += fmt.Sprintf("+%d", first)
		}
		text = "[" + at + "]" + text
		stride *= d.Index[k].Len()
	}
	return text
}
