package cnf

// And returns a literal that is true exactly if both literals are.
func (f *Formula) And(a, b Lit) Lit {
	switch {
	case a == False || b == False || a == -b:
		return False
	case a == True || a == b:
		return b
	case b == True:
		return a
	}
	l := f.NewVar()
	f.Clause(-l, a)
	f.Clause(-l, b)
	f.Clause(l, -a, -b)
	return l
}

// Ite returns a literal that equals a if c is true, otherwise b.
func (f *Formula) Ite(c, a, b Lit) Lit {
	switch {
	case a == b || c == True:
		return a
	case c == False:
		return b
	}
	l := f.NewVar()
	f.Clause(-c, -l, a)
	f.Clause(-c, l, -a)
	f.Clause(c, -l, b)
	f.Clause(c, l, -b)
	f.Clause(-a, -b, l)
	f.Clause(a, b, -l)
	return l
}
