package lsp

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A text that is being written is rarely a model. So completion asks about another text: the declaration is cut at the
// cursor, gets a name there, and is completed to one that can be read. The index of this text tells which names are
// visible. The parser tells which words may follow.

// The kinds of completion items.
const (
	itemFunction, itemField, itemVariable, itemModule, itemEnum, itemKeyword = 3, 5, 6, 9, 13, 14
	itemFile, itemValue, itemConstant, itemStruct, itemCharacter             = 17, 20, 21, 22, 12
)

// completer collects the completions at the cursor.
type completer struct {
	s     *Server
	d     *document
	start int // of the name in which the cursor is
	end   int // the cursor
	text  int // where the expression in a text begins in which the cursor is; 0: it is in none
	items []completionItem
}

// completion lists the completions at the cursor.
func (s *Server) completion(d *document, p *placeParams) (any, error) {
	if isPlan(d.name) {
		return s.planCompletion(d, p.Position), nil
	}
	if d.pddl {
		return completionList{Items: []completionItem{}}, nil
	}
	c := &completer{s: s, d: d, end: d.text.offset(p.Position)}
	c.start = c.end
	source := d.file().Src
	if c.end > len(source) { // a text that is not a model, such as one with control characters
		return completionList{Items: []completionItem{}}, nil
	}
	for c.start > 0 && isNamePart(source[c.start-1]) {
		c.start--
	}
	decl, in := c.context()
	switch in {
	case dsl.TokenComment:
	case dsl.TokenString:
		c.paths(p)
		c.looks(source[decl:c.start])
	case dsl.TokenMap, dsl.TokenChar:
		c.alphabet(in)
	default:
		if c.start == 0 || source[c.start-1] == '\n' { // only declarations begin there
			for _, w := range dsl.DeclWords() {
				c.word(w)
			}
			break
		}
		c.names(source[decl:c.start], decl)
	}
	return completionList{Items: append([]completionItem{}, c.items...)}, nil
}

func isNamePart(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// context finds where the declaration at the cursor begins, and the token in which the cursor is; "" for names and
// signs.
func (c *completer) context() (decl int, in dsl.TokenKind) {
	words := dsl.DeclWords()
	var last dsl.Token
	braces := 0 // that are open since the expression in a text began
	for _, t := range dsl.Tokens(c.d.file()) {
		from, to := t.Pos.Offset, t.Pos.Offset+len(t.Text)
		if from >= c.end {
			break
		}
		switch {
		case t.Kind != dsl.TokenSign:
		case t.Text == "{" && last.Kind == dsl.TokenString && last.Pos.Offset+len(last.Text) == from:
			c.text, braces = to, 1
		case t.Text == "{":
			braces++
		case t.Text == "}":
			if braces--; braces == 0 {
				c.text = 0
			}
		}
		last = t
		if (t.Kind == dsl.TokenKeyword || t.Pos.Column == 1) && to <= c.start && slices.Contains(words, t.Text) {
			decl = from
		}
		literal := slices.Contains([]dsl.TokenKind{dsl.TokenMap, dsl.TokenString, dsl.TokenChar}, t.Kind)
		if literal && c.end < to || t.Kind == dsl.TokenComment && c.end <= to {
			in = t.Kind
		}
	}
	if line := c.d.file().Src[:c.end]; in == "" && strings.Count(line[strings.LastIndexByte(line, '\n')+1:], `'`)%2 == 1 {
		in = dsl.TokenChar // it is not closed yet
	}
	return decl, in
}

// add adds an item.
func (c *completer) add(label string, kind int, detail, sort string) *completionItem {
	c.items = append(c.items, completionItem{
		Label: label, Kind: kind, Detail: detail, SortText: sort + label,
		Edit: &textEdit{c.d.text.rangeOf(c.start, c.end), label},
	})
	return &c.items[len(c.items)-1]
}

// snippet has an item insert a text with holes, if the client knows such texts.
func (c *completer) snippet(item *completionItem, text string) {
	if c.s.client.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport && text != "" {
		item.Edit.NewText, item.Format = text, formatSnippet
	}
}

// names adds the names and words that may follow a text, which begins with a declaration at an offset.
func (c *completer) names(before string, decl int) {
	file, x, marked := c.indexed(before, decl)
	for _, m := range x.Members {
		if m.Span.Start.Filename == file && m.Span.Start.Offset == marked {
			for _, name := range m.Names {
				c.add(name, itemField, "", "")
			}
			return
		}
	}
	if strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..") {
		return
	}
	if c.text > 0 {
		before = "goal " + c.d.file().Src[c.text:c.start]
	}
	next := dsl.Following(before)
	for _, w := range next.Words {
		c.word(w)
	}
	if !next.Name {
		return
	}
	seen := map[string]bool{}
	for i, symbol := range x.Visible(file, marked) {
		if !seen[symbol.Name] && c.fits(symbol, before, next.Value) {
			seen[symbol.Name] = true
			c.symbol(symbol, i)
		}
	}
	if !next.Value {
		return
	}
	if word, _, _ := strings.Cut(before, " "); word == "instance" || word == "param" || word == "const" {
		c.word("none") // a value that is missing
	}
	for _, p := range check.PredeclaredNames() {
		if seen[p.Name] {
			continue
		}
		kind := itemValue
		if p.Written != "" {
			kind = itemFunction
		}
		item := c.add(p.Name, kind, p.Written, "8")
		if _, args, ok := strings.Cut(strings.TrimSuffix(p.Written, ")"), "("); ok {
			c.snippet(item, call(p.Name, strings.Split(args, ", ")))
		}
	}
}

// indexed loads the text with a name at the cursor. It returns the name of the file, its index and the offset of the
// name.
func (c *completer) indexed(before string, decl int) (string, *index.Index, int) {
	source := c.d.file().Src
	const name = "pzc_here"
	text := source[:c.start] + name + source[c.end:]
	f, _ := dsl.Parse(c.d.name, []byte(text))
	whole := slices.ContainsFunc(f.Decls, func(d dsl.Decl) bool {
		return d.Span().Start.Offset <= c.start && c.start < d.Span().End.Offset
	})
	if !whole { // cut the declaration at the cursor
		closing := ""
		if c.text > 0 {
			closing = "}\""
		}
		completed, ok := dsl.Completed(before + name + closing)
		if !ok {
			completed = ""
		}
		rest := source[c.end:]
		from := len(rest)
		if next, _ := dsl.Parse(c.d.name, []byte(rest)); len(next.Decls) > 0 {
			from = next.Decls[0].Span().Start.Offset
		}
		text = source[:decl] + completed + "\n" + rest[from:]
	}
	_, x, _ := puzzle.LoadIndexed(c.s.filesOf(c.d.name), c.d.name, text)
	return c.d.name, x, c.start
}

// fits reports whether a symbol may stand where a value may stand or, if value is false, where only names may: among
// effects, in an instance, in a `prune`.
func (c *completer) fits(symbol *index.Symbol, before string, value bool) bool {
	if symbol.Name == "pzc_here" {
		return false
	}
	word, _, _ := strings.Cut(before, " ")
	if value {
		return symbol.Kind != index.Move && symbol.Kind != index.Symmetry
	}
	inside := strings.Contains(before, "{")
	switch word {
	case "move", "symmetry":
		return inside && symbol.Kind == index.State
	case "instance":
		return inside && (symbol.Kind == index.Param || symbol.Kind == index.Enum) // an enum may be a parameter
	case "relaxation": // gives values to the names of another puzzle
		other := symbol.Span.Start.Filename != c.d.name
		return inside && other && (symbol.Kind == index.Param || symbol.Kind == index.State)
	case "answer":
		return symbol.Kind == index.State || symbol.Kind == index.Def
	case "prune":
		return symbol.Kind == index.Move
	}
	return false
}

// symbol adds a declared name. Locals come first, the innermost at the head.
func (c *completer) symbol(symbol *index.Symbol, place int) {
	sort := "5"
	switch symbol.Kind {
	case index.Local:
		sort = fmt.Sprintf("1%03d", place)
	case index.State:
		sort = "4"
	default:
	}
	item := c.add(symbol.Name, lookOf(symbol.Kind).item, symbol.TypeText, sort)
	if symbol.Doc != "" {
		item.Doc = &markup{"plaintext", symbol.Doc}
	}
	if symbol.Called || symbol.Kind == index.Move && len(symbol.Params) > 0 {
		var names []string
		for _, p := range symbol.Params {
			name, _, _ := strings.Cut(p, ":")
			names = append(names, name)
		}
		c.snippet(item, call(symbol.Name, names))
	}
}

// call writes a call as a snippet.
func call(name string, args []string) string {
	for i, a := range args {
		args[i] = fmt.Sprintf("${%d:%s}", i+1, a)
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// word adds a word of the language. Declarations seldom begin in the middle of a line.
func (c *completer) word(w string) {
	sort := "7"
	if slices.Contains(dsl.DeclWords(), w) {
		sort = "9"
	}
	c.snippet(c.add(w, itemKeyword, "", sort), dsl.Snippet(w))
}

// alphabet adds the characters that maps of the model may have.
func (c *completer) alphabet(in dsl.TokenKind) {
	p := c.s.projectOf(c.d.name)
	if p == nil {
		return
	}
	seen := map[rune]bool{}
	c.start = c.end
	for _, symbol := range p.x.Symbols {
		for _, r := range symbol.Alphabet {
			if seen[r] {
				continue
			}
			seen[r] = true
			item := c.add(string(r), itemCharacter, "of "+symbol.Name, "")
			if in == dsl.TokenChar && (r == '\'' || r == '\\') {
				item.Edit.NewText = `\` + string(r)
			}
		}
	}
}

// looks adds the colours and shapes that may stand in a text of a view. before begins with a declaration and ends in
// the text. The last clause before the text says which words these are.
func (c *completer) looks(before string) {
	quote := strings.LastIndexByte(before, '"')
	if quote < 0 || !strings.HasPrefix(before, "view") {
		return
	}
	words := strings.FieldsFunc(before[:quote], func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	for _, word := range slices.Backward(words) {
		kind := model.ClauseKind(word)
		for _, look := range check.Looks(kind) {
			c.add(look, itemValue, "", "")
		}
		switch kind {
		case model.ClauseFill, model.ClauseInk, model.ClausePen, model.ClauseShape, model.ClauseCorner, model.ClauseOpen,
			model.ClauseRegion, model.ClausePiece, model.ClauseCage, model.ClauseSide, model.ClausePoint:
			return
		default:
		}
	}
}

// paths adds the files that a model may use, if the cursor is in the name of a file.
func (c *completer) paths(p *placeParams) {
	_, span := c.s.usedFile(p)
	if span == (diag.Span{}) {
		return
	}
	c.start = min(span.Start.Offset+1, c.end)
	for _, name := range c.s.modelsBeside(c.d.name) {
		c.add(name, itemFile, "", "")
	}
	for _, m := range puzzle.LibraryModels() {
		c.add(m.File, itemFile, m.About(), "9")
	}
}
