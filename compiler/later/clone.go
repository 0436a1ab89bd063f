package later

import (
	"reflect"

	"github.com/pzc-lang/pzc/compiler/model"
)

// cloner copies the parts of a program that may read what is known later. Types, grids and sets do not: they are shared.
type cloner struct {
	d      *deferral
	copies map[any]reflect.Value
}

func newCloner(d *deferral) *cloner { return &cloner{d, map[any]reflect.Value{}} }

// cloned is a copy of a part of the program, with all that it refers to.
func cloned[T any](c *cloner, x T) T {
	out, _ := c.clone(reflect.ValueOf(&x).Elem()).Interface().(T)
	return out
}

func (c *cloner) clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		if e := c.ofMap(v.Interface()); e != nil {
			out.Set(reflect.ValueOf(e))
		} else {
			out.Set(c.clone(v.Elem()))
		}
		return out
	case reflect.Pointer:
		return c.pointer(v)
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.clone(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(c.clone(v.Field(i)))
			}
		}
		return out
	default:
		return v
	}
}

func (c *cloner) pointer(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	switch x := v.Interface().(type) {
	case *model.Type, *model.TypeDecl, *model.Enum, *model.Grid, *model.Set, *model.Composite, *model.Program, *model.Instance:
		return v
	case *model.Array:
		if x.ID >= len(c.d.m.Arrays) || c.d.m.Arrays[x.ID] != x { // of the puzzle of a relaxation
			return v
		}
	}
	if out, ok := c.copies[v.Interface()]; ok {
		return out
	}
	out := reflect.New(v.Type().Elem())
	c.copies[v.Interface()] = out
	out.Elem().Set(c.clone(v.Elem()))
	switch x := out.Interface().(type) {
	case *model.Array:
		if a, ok := v.Interface().(*model.Array); ok && c.d.later[a] {
			c.become(a, x)
		}
	case *model.Fold:
		if of, ok := v.Interface().(*model.Fold); ok {
			x.Where = c.widen(of.Vars, x.Vars, x.Where)
		}
	case *model.ForEffect:
		if of, ok := v.Interface().(*model.ForEffect); ok {
			x.Where = c.widen(of.Vars, x.Vars, x.Where)
		}
	}
	return out
}

// become makes the copy of a parameter or constant a state variable. A parameter begins with the values that it has now.
func (c *cloner) become(a, to *model.Array) {
	to.Role, to.Later = model.State, a
	if a.Role == model.Const {
		return
	}
	to.Slots = 0
	data := c.d.m.Data[a.ID]
	if c.d.isMap(a) {
		data = c.d.mapData(a)
		c.becomeMap(a, to)
	}
	list := &model.List{Base: model.Base{Sp: a.Span, Ty: to.Type}}
	for _, v := range data.Values {
		list.Elems = append(list.Elems, &model.Lit{Base: list.Base, Value: v})
	}
	if to.Value = list; len(to.Index) == 0 {
		to.Value = list.Elems[0]
	}
}
