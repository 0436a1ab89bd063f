package statespace

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// packing says where the elements of a state variable lie in the packed state. Each element has width bits. If per is
// 0, the array lies in one word, from bit shift on. Else it begins at a new word, and each word holds per elements.
type packing struct {
	array      *model.Array
	low        int64 // the least value, which is packed as 0
	width      int
	word       int
	shift, per int // per 0: the array lies in one word
}

// layOut packs the state variables one after another; no element lies across two words.
func (space *Space) layOut() (layout []packing, words int) {
	word, used := 0, 0
	for _, a := range space.Model.StateArrays() {
		d := space.Model.Data[a.ID]
		if d.Size == 0 {
			continue
		}
		low, high := d.Domain.Elems[0].N, d.Domain.Elems[d.Domain.Len()-1].N
		p := packing{array: a, low: low, width: max(1, bits.Len64(uint64(high-low)))}
		if size := p.width * d.Size; size <= 64 {
			if used+size > 64 {
				word, used = word+1, 0
			}
			p.word, p.shift = word, used
			used += size
		} else {
			if used > 0 {
				word, used = word+1, 0
			}
			p.word, p.per = word, 64/p.width
			word += (d.Size + p.per - 1) / p.per
		}
		layout = append(layout, p)
	}
	if used > 0 || word == 0 {
		word++
	}
	return layout, word
}

// place is the word and the bit of element i.
func (p packing) place(i string) (word, bit string) {
	scaled := func(i string) string {
		if p.width == 1 {
			return i
		}
		return fmt.Sprintf("%d*%s", p.width, i)
	}
	switch {
	case i == "":
		return fmt.Sprint(p.word), fmt.Sprint(p.shift)
	case p.per > 0:
		word = fmt.Sprintf("%s/%d", i, p.per)
		if p.word > 0 {
			word = fmt.Sprintf("%d+%s", p.word, word)
		}
		return word, "(" + scaled(fmt.Sprintf("(%s%%%d)", i, p.per)) + ")"
	case p.shift > 0:
		return fmt.Sprint(p.word), fmt.Sprintf("(%d + %s)", p.shift, scaled(i))
	case p.width == 1:
		return fmt.Sprint(p.word), i
	}
	return fmt.Sprint(p.word), "(" + scaled(i) + ")"
}

// eachElement writes a loop over the elements of a state variable. It calls inside with the Go element and its number.
func (space *Space) eachElement(b *code.Block, a *model.Array, inside func(element code.Expr, number string)) {
	dims := space.Dims(a)
	element := code.Name("s").Field(space.Name(a))
	if len(dims) == 0 {
		inside(element, "")
		return
	}
	number := ""
	for i, d := range dims {
		v := fmt.Sprint("i", i)
		if i < 5 {
			v = "ijklm"[i : i+1]
		}
		n := v
		at, counted := code.Name(v), false
		switch first := d.Set.Elems[0].N; {
		case d.Numbered():
			b.Line("for %s := range %d {", v, d.Length)
			element = element.At(at)
			counted = true
		case d.Holes || d.Set.Type.Kind == model.Boolean:
			n += v
			b.Line("for %s, %s := range %s {", n, v, code.Name(space.setTable(d.Source, d.Set)))
		case d.Lo == first: // Go counts from 0
			b.Line("for %s := range %d {", v, d.Length)
			element = element.At(at)
			counted = true
		default:
			n = fmt.Sprintf("(%s-%d)", v, first)
			b.Line("for %s := %d; %s <= %d; %s++ {", v, first, v, d.Set.Elems[d.Set.Len()-1].N, v)
		}
		if !counted {
			element = element.At(d.At(space.Writer, at))
		}
		if number == "" {
			number = n
		} else {
			number = fmt.Sprintf("(%s*%d+%s)", number, d.Set.Len(), n)
		}
	}
	inside(element, number)
	for range dims {
		b.Line("}")
	}
}

// State writes the type of states and how they are packed.
func (space *Space) State(b *code.Block) {
	layout, words := space.layOut()
	b.Comment("State is a state of the puzzle.")
	b.Line("type State struct {")
	for _, a := range space.Model.StateArrays() {
		b.Comment("%s", cmp.Or(a.Doc, space.Source(a.Span)+space.indexDoc(a))+space.where(a.Span))
		b.Line("%s %s", space.Name(a), space.arrayType(a))
	}
	b.Line("}\n")
	b.Comment("Key is a State in %d bytes, to be kept and compared.", words*8)
	b.Line("type Key [%d]uint64\n", words)
	pack, unpack := &code.Block{}, &code.Block{}
	for _, p := range layout {
		space.eachElement(pack, p.array, func(element code.Expr, number string) {
			word, bit := p.place(number)
			if p.array.Type.Kind == model.Boolean {
				pack.Line("if %s {\nk[%s] |= 1 << %s\n}", element, word, bit)
				return
			}
			pack.Line("k[%s] |= uint64(%s%s)%s", word, element, code.Plus(-p.low), code.Shift("<<", bit))
		})
		space.eachElement(unpack, p.array, func(element code.Expr, number string) {
			word, bit := p.place(number)
			if p.array.Type.Kind == model.Boolean {
				unpack.Line("%s = k[%s]%s&1 != 0", element, word, code.Shift(">>", bit))
				return
			}
			value := fmt.Sprintf("int(k[%s]%s & %d)", word, code.Shift(">>", bit), uint64(1)<<p.width-1)
			unpack.Line("%s = %s%s", element, value, code.Plus(p.low))
		})
	}
	pack.Line("return k")
	unpack.Line("return s")
	b.Comment("Pack puts each element of the state into as many bits as its values need.")
	b.Func(pack, "func (s *State) Pack() (k Key)")
	b.Comment("Unpack is the inverse of Pack.")
	b.Func(unpack, "func (k Key) Unpack() (s State)")
	b.Comment("Hash spreads keys over all numbers: a product with an odd constant mixes the low bits into the high " +
		"ones, and a shift brings these down")
	b.Comment("(Knuth, The Art of Computer Programming, volume 3, 6.4).")
	b.Line("func (k Key) Hash() uint64 {")
	if words == 1 {
		b.Line("h := k[0] * 0x9e3779b97f4a7c15")
	} else {
		b.Line("var h uint64\nfor _, word := range k {\nh = (h ^ word) * 0x9e3779b97f4a7c15\nh ^= h >> 29\n}")
	}
	b.Line("return h ^ h>>32\n}\n")
}

func (space *Space) indexDoc(a *model.Array) string {
	if len(a.Index) == 0 {
		return ""
	}
	parts := lists.Map(a.Index, func(i model.IndexVar) string { return space.Source(i.Set.Span()) })
	return " by " + strings.Join(parts, ", ")
}

// StateLiteral writes a state.
func (space *Space) StateLiteral(state []int64) code.Expr {
	return code.Format("State%s", space.StateValues(state))
}

// StateValues writes the values of a state, as they stand in a literal behind its type.
func (space *Space) StateValues(state []int64) code.Expr {
	var fields []code.Expr
	for _, a := range space.Model.StateArrays() {
		d := space.Model.Data[a.ID]
		if d.Size == 0 {
			continue
		}
		element := func(i int) code.Expr { return space.asGo(a.Type, model.Int(state[d.Offset+i])) }
		var value code.Expr
		if len(a.Index) == 0 {
			value = element(0)
		} else {
			value = space.arrayLiteral(a, element)
		}
		fields = append(fields, code.Format("%s: %s,\n", space.Name(a), value))
	}
	return code.Format("{\n%s}", code.Join(fields, ""))
}

// Views writes how a state is shown.
func (space *Space) Views(b *code.Block) {
	b.Comment("String shows a state as the views of the model do.")
	body := &code.Block{}
	var views []*code.Block
	for i, v := range space.Model.Views {
		if err := Try(func() { views = append(views, space.view(v, len(space.Model.Views) == 1)) }); err != nil {
			body.Comment("View %d of the model is left out: %s.", i+1, err)
		}
	}
	switch {
	case len(space.Model.Views) == 0:
		body.Return(code.Call("fmt.Sprintf", quote("%+v"), code.Name("*s")))
	case len(space.Model.Views) == 1 && len(views) == 1:
		body.Append(views[0])
	default:
		body.Line("var out string")
		for _, view := range views {
			body.Line("{\n%s}", view)
		}
		body.Line("return out")
	}
	b.Func(body, "func (s *State) String() string")
}

// view writes one view: it returns the text if the view is alone, and adds it to out otherwise.
func (space *Space) view(v *model.View, alone bool) *code.Block {
	sc := space.Scope(v.Slots, "s")
	show := func(text code.Expr) {
		if alone {
			sc.Block.Return(text)
		} else {
			sc.Block.Add(code.Name("out"), text)
		}
	}
	if v.Set == nil {
		show(code.Arithmetic(sc.text(v.Text), "+", quote("\n")))
		return sc.Block
	}
	elem := v.Set.Type().Elem()
	if elem == nil || !elem.Scalar() {
		GiveUp(v.Span, "a view of such a set")
	}
	s, ok := sc.closedSet(v.Set)
	if !ok {
		GiveUp(v.Span, "a view of such a set")
	}
	rows, cols := int64(1), int64(s.Len())
	if elem.Kind == model.CellKind {
		d := space.Model.Dims[elem.Grid.ID]
		rows, cols = d.Rows, d.Cols
	}
	cells, at := code.Name("cells"), code.Name("at")
	sc.Block.Define("cells", code.Call("make", code.Literal("[]string"), code.Int(rows*cols)))
	if elem.Kind != model.CellKind {
		sc.Block.Define("at", code.Int(0))
	}
	sc.loop([]model.Bind{{Target: &model.Target{Name: "c", Slot: v.Slot}, Set: v.Set}}, nil, func(t *Scope) {
		shown := t.text(v.Text)
		if elem.Kind == model.CellKind && v.Slot >= 0 {
			t.Block.Assign(cells.At(t.Slots[v.Slot].Expr), shown)
		} else {
			t.Block.Assign(cells.At(at), shown)
			t.Block.Add(at, code.Int(1))
		}
	})
	show(code.Call("search.Board", cells, code.Int(cols)))
	return sc.Block
}
