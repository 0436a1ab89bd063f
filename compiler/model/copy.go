package model

// Copier copies trees. Its functions replace the parts and references of nodes.
type Copier struct {
	Expr  func(Expr) Expr // for each direct part
	Array func(*Array) *Array
	Def   func(*Def) *Def
}

// Copy copies a node. The original does not change.
func (c *Copier) Copy(e Expr) Expr {
	out := e.fresh()
	v := c.visitor()
	visit(out, &v)
	return out
}

// Effects copies effects, with the effects in their blocks.
func (c *Copier) Effects(list []Effect) []Effect {
	if list == nil {
		return nil
	}
	out := make([]Effect, len(list))
	v := c.visitor()
	for i, e := range list {
		out[i] = e.fresh()
		visitEffect(out[i], &v, func(block *[]Effect) { *block = c.Effects(*block) })
	}
	return out
}

// Cond copies a condition with its reason.
func (c *Copier) Cond(cond Cond) Cond {
	v := c.visitor()
	v.cond(&cond)
	return cond
}

func (c *Copier) visitor() visitor {
	return visitor{
		part:  func(p *Expr) { *p = c.Expr(*p) },
		array: func(a **Array) { *a = c.Array(*a) },
		def:   func(d **Def) { *d = c.Def(*d) },
	}
}

// EntryAt returns the type of the element with the given indices: Entry with the index names replaced by the indices.
// It is nil if all elements have one type.
func (a *Array) EntryAt(index []Expr) Expr {
	if a.Entry == nil {
		return nil
	}
	c := Copier{Array: func(a *Array) *Array { return a }, Def: func(d *Def) *Def { return d }}
	c.Expr = func(e Expr) Expr {
		if l, ok := e.(*Local); ok {
			for i, v := range a.Index {
				if v.Slot == l.Slot {
					return index[i]
				}
			}
		}
		return c.Copy(e)
	}
	return c.Expr(a.Entry)
}
