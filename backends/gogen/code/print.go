package code

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// String is the text of the statements, before gofmt.
func (b *Block) String() string {
	b.statements = settle(b.statements)
	var out strings.Builder
	printAll(&out, b.statements)
	return out.String()
}

func printAll(b *strings.Builder, list []*statement) {
	for i, s := range list {
		if blank := func(s *statement) bool { return s.kind == aLine && s.text == "" }; blank(s) &&
			(i == 0 || i == len(list)-1 || blank(list[i-1])) {
			continue
		}
		s.print(b)
		b.WriteString("\n")
	}
}

func (s *statement) print(b *strings.Builder) {
	switch s.kind {
	case aLine, aComment:
		b.WriteString(s.text)
	case aDefine:
		b.WriteString(strings.Join(s.names, ", ") + " := " + list(s.values))
	case aVar:
		b.WriteString("var " + strings.Join(s.names, ", ") + " " + s.text)
	case anAssign:
		b.WriteString(list(s.places) + " = " + list(s.values))
	case anAdd:
		if s.values[0].Is(1) {
			b.WriteString(s.places[0].text + "++")
		} else {
			b.WriteString(s.places[0].text + " += " + s.values[0].text)
		}
	case anIf:
		s.printIf(b)
	case aLoop:
		s.printBody(b, "for "+s.variables()+"range "+s.values[0].text, "}")
	case aCount:
		i := s.names[0]
		s.printBody(b, "for "+i+" := "+s.values[0].text+"; "+Compare(Name(i), "<=", s.values[1]).String()+"; "+i+"++",
			"}")
	case aFunction:
		s.printBody(b, s.names[0]+" := func() bool", "}()")
	case aReturn:
		b.WriteString("return " + list(s.values))
	}
}

// printBody writes the statements inside between two texts.
func (s *statement) printBody(b *strings.Builder, before, behind string) {
	b.WriteString(before + " {\n")
	printAll(b, s.body)
	b.WriteString(behind)
}

func (s *statement) printIf(b *strings.Builder) {
	s.printBody(b, "if "+s.cond.String(), "}")
	switch {
	case len(s.other) == 0:
	case len(s.other) == 1 && s.other[0].kind == anIf:
		b.WriteString(" else ")
		s.other[0].printIf(b)
	default:
		b.WriteString(" else {\n")
		printAll(b, s.other)
		b.WriteString("}")
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

// Identifiers are the names in a text of Go, ascending.
func Identifiers(text string) []string {
	var s scanner.Scanner
	source := []byte(text)
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(source)), source, func(token.Position, string) {}, 0)
	var out []string
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			slices.Sort(out)
			return slices.Compact(out)
		}
		if tok == token.IDENT {
			out = append(out, lit)
		}
	}
}
