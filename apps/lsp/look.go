package lsp

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// What an editor draws of a text: what can be folded, the classes of tokens, the parameters of the call at the cursor.

// foldingRange is lines that can be folded.
type foldingRange struct {
	Start int    `json:"startLine"`
	End   int    `json:"endLine"`
	Kind  string `json:"kind,omitempty"`
}

// folding lists what can be folded: whatever has several lines, and comments.
func (s *Server) folding(d *document, _ *documentParams) (any, error) {
	ends := map[int]int{}
	fold := func(span diag.Span) {
		from, to := d.text.position(span.Start.Offset).Line, d.text.position(span.End.Offset).Line
		if strings.Trim(d.text.content(to), " \t})]\"") == "" {
			to-- // the line that closes it stays
		}
		if to > from {
			ends[from] = max(ends[from], to)
		}
	}
	for _, decl := range d.file().Decls {
		dsl.Walk(decl, func(node dsl.Spanned) { fold(node.Span()) })
	}
	out := []foldingRange{}
	var comment *foldingRange // the lines of comment in hand
	for _, t := range dsl.Tokens(d.file()) {
		line := d.text.position(t.Pos.Offset).Line
		alone := strings.HasPrefix(strings.TrimSpace(d.text.content(line)), "//")
		switch {
		case t.Kind != dsl.TokenComment || !alone:
		case comment != nil && comment.End == line-1:
			comment.End = line
		default:
			out = append(out, foldingRange{line, line, "comment"})
			comment = &out[len(out)-1]
		}
	}
	out = slices.DeleteFunc(out, func(f foldingRange) bool { return f.Start == f.End })
	for from, to := range ends {
		out = append(out, foldingRange{Start: from, End: to})
	}
	slices.SortStableFunc(out, func(a, b foldingRange) int { return a.Start - b.Start })
	return out, nil
}

// The classes of tokens, and what is said of them beside.
var (
	tokenTypes = []string{
		"keyword", "comment", "string", "number", "operator", "variable", "parameter", "property", "type", "enum",
		"enumMember", "function", "method", "namespace",
	}
	tokenModifiers = []string{"declaration", "readonly", "modification", "defaultLibrary"}
)

// tokenClass returns the class of a token, and what is said of it beside.
func tokenClass(class string, modifiers ...string) [2]int {
	bits := 0
	for _, m := range modifiers {
		bits |= 1 << slices.Index(tokenModifiers, m)
	}
	return [2]int{slices.Index(tokenTypes, class), bits}
}

// semanticTokens lists the classes of all tokens, as the protocol encodes them.
func (s *Server) semanticTokens(d *document, _ *documentParams) (any, error) {
	names := s.nameClasses(d)
	data, last := []int{}, position{}
	for _, t := range dsl.Tokens(d.file()) {
		class, named := names[t.Pos.Offset]
		switch {
		case t.Kind == dsl.TokenName && named:
		case t.Kind == dsl.TokenName:
			continue
		default:
			class = tokenClass(literalClass(t.Kind))
		}
		offset := t.Pos.Offset
		for line := range strings.SplitAfterSeq(t.Text, "\n") {
			r := d.text.rangeOf(offset, offset+len(strings.TrimRight(line, "\n")))
			offset += len(line)
			if n := r.End.Character - r.Start.Character; n > 0 {
				delta := r.Start.Character
				if r.Start.Line == last.Line {
					delta -= last.Character
				}
				data = append(data, r.Start.Line-last.Line, delta, n, class[0], class[1])
				last = r.Start
			}
		}
	}
	return map[string]any{"data": data}, nil
}

// literalClass returns the class of a token that is not a name.
func literalClass(k dsl.TokenKind) string {
	switch k {
	case dsl.TokenComment:
		return "comment"
	case dsl.TokenNumber:
		return "number"
	case dsl.TokenChar, dsl.TokenString, dsl.TokenMap:
		return "string"
	case dsl.TokenSign:
		return "operator"
	default:
		return "keyword"
	}
}

// nameClasses returns the classes of the names of a document, by their offsets.
func (s *Server) nameClasses(d *document) map[int][2]int {
	all := map[int][2]int{}
	predeclared := map[string][2]int{}
	for _, p := range check.PredeclaredNames() {
		predeclared[p.Name] = tokenClass("variable", "readonly", "defaultLibrary")
		if p.Written != "" {
			predeclared[p.Name] = tokenClass("function", "defaultLibrary")
		}
	}
	for _, t := range dsl.Tokens(d.file()) {
		if class, ok := predeclared[t.Text]; ok && t.Kind == dsl.TokenName {
			all[t.Pos.Offset] = class
		}
	}
	in := s.projectOf(d.name)
	if in == nil {
		return all
	}
	for _, m := range in.x.Members {
		if m.Span.Start.Filename == d.name {
			all[m.Span.Start.Offset] = tokenClass("property", "readonly")
		}
	}
	note := func(span diag.Span, symbol *index.Symbol, modifiers ...string) {
		if span.Start.Filename != d.name {
			return
		}
		class := lookOf(symbol.Kind).class
		if class == "variable" && symbol.Kind != index.State {
			modifiers = append(modifiers, "readonly")
		}
		all[span.Start.Offset] = tokenClass(class, modifiers...)
	}
	for _, u := range in.x.Uses {
		if u.Write {
			note(u.Span, u.Symbol, "modification")
		} else {
			note(u.Span, u.Symbol)
		}
	}
	for _, symbol := range in.x.Symbols {
		note(symbol.Span, symbol, "declaration")
	}
	return all
}

// look is how editors show the symbols of a kind: the number of the kind in lists of symbols and in completion, and the
// class of the tokens.
type look struct {
	symbol, item int
	class        string
}

func lookOf(k index.Kind) look {
	switch k {
	case index.Local:
		return look{13, itemVariable, "parameter"}
	case index.Param, index.Const:
		return look{14, itemConstant, "variable"}
	case index.Type:
		return look{23, itemStruct, "type"}
	case index.Enum:
		return look{10, itemEnum, "enum"}
	case index.Value:
		return look{22, itemValue, "enumMember"}
	case index.Def, index.Heuristic, index.Relaxation:
		return look{12, itemFunction, "function"}
	case index.Move, index.Symmetry:
		return look{12, itemFunction, "method"}
	case index.Puzzle:
		return look{2, itemModule, "namespace"}
	case index.Instance:
		return look{19, itemModule, "namespace"}
	default:
		return look{13, itemVariable, "variable"}
	}
}

// signatureHelp shows the parameters of the call at the cursor.
func (s *Server) signatureHelp(d *document, p *placeParams) (any, error) {
	name, argument := callAt(d, d.text.offset(p.Position))
	in := s.projectOf(d.name)
	if name == "" || in == nil {
		return nil, nil
	}
	label, doc := "", ""
	var params []string
	for _, f := range check.PredeclaredNames() {
		if f.Name == name && f.Written != "" {
			label = f.Written
			_, args, _ := strings.Cut(strings.TrimSuffix(label, ")"), "(")
			params = strings.Split(args, ", ")
		}
	}
	for _, symbol := range in.x.Symbols {
		if symbol.Name == name && len(symbol.Params) > 0 {
			label, params, doc = name+"("+strings.Join(symbol.Params, ", ")+")", symbol.Params, symbol.Doc
		}
	}
	if label == "" {
		return nil, nil
	}
	type object = map[string]any
	parameters := append([]object{}, lists.Map(params, func(text string) object { return object{"label": text} })...)
	signature := object{"label": label, "parameters": parameters}
	if doc != "" {
		signature["documentation"] = doc
	}
	return object{"signatures": []object{signature}, "activeSignature": 0, "activeParameter": argument}, nil
}

// callAt returns the name of the call at an offset, and the number of the argument in which the offset is; "" if it is
// in no call.
func callAt(d *document, offset int) (name string, argument int) {
	type open struct {
		name  string
		comma int
	}
	stack := []open{}
	last := ""
	for _, t := range dsl.Tokens(d.file()) {
		if t.Pos.Offset >= offset {
			break
		}
		switch {
		case t.Kind == dsl.TokenKeyword && slices.Contains(dsl.DeclWords(), t.Text):
			stack = stack[:0]
		case t.Kind == dsl.TokenSign && strings.Contains("([{", t.Text):
			stack = append(stack, open{name: last})
			if t.Text != "(" {
				stack[len(stack)-1].name = ""
			}
		case t.Kind == dsl.TokenSign && strings.Contains(")]}", t.Text) && len(stack) > 0:
			stack = stack[:len(stack)-1]
		case t.Kind == dsl.TokenSign && t.Text == "," && len(stack) > 0:
			stack[len(stack)-1].comma++
		}
		if last = ""; t.Kind == dsl.TokenName || t.Kind == dsl.TokenKeyword {
			last = t.Text
		}
	}
	if len(stack) == 0 {
		return "", 0
	}
	return stack[len(stack)-1].name, stack[len(stack)-1].comma
}
