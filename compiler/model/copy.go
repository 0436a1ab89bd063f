package model

// Copier says what becomes of the things that a node refers to when it is copied.
type Copier struct {
	Expr  func(Expr) Expr // for each direct part
	Array func(*Array) *Array
	Def   func(*Def) *Def
	// Effect is called with each copy of an effect and its original; nil: nothing is left to do.
	Effect func(out, of Effect)
}

// Copy is a copy of a node with what the copier makes of its parts, arrays and def. The original stays as it is.
func (c *Copier) Copy(e Expr) Expr {
	out := e.fresh()
	v := c.visitor()
	visit(out, &v)
	return out
}

// Effects is a copy of effects and of those in their blocks.
func (c *Copier) Effects(list []Effect) []Effect {
	if list == nil {
		return nil
	}
	out := make([]Effect, len(list))
	v := c.visitor()
	for i, e := range list {
		out[i] = e.fresh()
		visitEffect(out[i], &v, func(block *[]Effect) { *block = c.Effects(*block) })
		if c.Effect != nil {
			c.Effect(out[i], e)
		}
	}
	return out
}

// Cond is a copy of a condition.
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
