package code

import "strings"

// String is the text of the statements, before gofmt.
func (b *Block) String() string {
	p := &printer{}
	p.block(b)
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) block(b *Block) {
	b.statements = settle(b.statements, b.uses)
	p.all(b.statements)
}

func (p *printer) all(list []*statement) {
	for i, s := range list {
		if blank := func(s *statement) bool { return s.kind == aLine && s.text == "" }; blank(s) &&
			(i == 0 || i == len(list)-1 || blank(list[i-1])) {
			continue
		}
		p.statement(s)
		p.WriteString("\n")
	}
}

func (p *printer) statement(s *statement) {
	switch s.kind {
	case aLine, aComment:
		p.WriteString(s.text)
	case aDefine:
		p.WriteString(strings.Join(s.names, ", ") + " := " + list(s.values, ", "))
	case aVar:
		p.WriteString("var " + strings.Join(s.names, ", ") + " " + s.values[0].text)
	case anAssign:
		p.WriteString(list(s.places, ", ") + " = " + list(s.values, ", "))
	case anAdd:
		if s.values[0].Is(1) {
			p.WriteString(s.places[0].text + "++")
		} else {
			p.WriteString(s.places[0].text + " += " + s.values[0].text)
		}
	case anIf:
		p.printIf(s)
	case aLoop:
		p.body(s, "for "+s.variables()+"range "+s.values[0].text, "}")
	case aCount:
		i := s.names[0]
		p.body(s, "for "+i+" := "+s.values[0].text+"; "+Compare(Name(i), "<=", s.values[1]).String()+"; "+i+"++",
			"}")
	case aFunction:
		p.body(s, s.names[0]+" := func() bool", "}()")
	case aDeclaration:
		p.WriteString(s.text + " {\n")
		p.block(s.inner)
		p.WriteString("}")
	case aReturn:
		p.WriteString("return " + list(s.values, ", "))
	}
}

// body writes the statements inside between two texts.
func (p *printer) body(s *statement, before, behind string) {
	p.WriteString(before + " {\n")
	p.all(s.body)
	p.WriteString(behind)
}

func (p *printer) printIf(s *statement) {
	p.body(s, "if "+s.cond.String(), "}")
	switch {
	case len(s.other) == 0:
	case len(s.other) == 1 && s.other[0].kind == anIf:
		p.WriteString(" else ")
		p.printIf(s.other[0])
	default:
		p.WriteString(" else {\n")
		p.all(s.other)
		p.WriteString("}")
	}
}

// variables are the variables of a loop, with := behind them.
func (s *statement) variables() string {
	key, value := s.names[0], s.names[1]
	switch {
	case value != "_":
		return key + ", " + value + " := "
	case key != "_":
		return key + " := "
	default:
		return ""
	}
}
