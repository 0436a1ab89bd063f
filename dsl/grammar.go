package dsl

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// options returns the grammar for participle, with declarations of these kinds. Each alternative begins with its own
// keyword, so that no lookahead is needed. Once an alternative has begun, participle tries no other, and reports errors
// where they are.
func options(kinds ...Decl) []participle.Option {
	return []participle.Option{
		participle.Lexer(definition{}),
		participle.Elide("Comment", "Space"),
		participle.UseLookahead(0),
		participle.ParseTypeWith(parseExpr),
		participle.ParseTypeWith(parseType),
		participle.Union(kinds...),
	}
}

// effects is the part of the grammar that only bodies of moves need.
func effects() participle.Option {
	return participle.Union[Effect](&Let{}, &IfEffect{}, &ForEffect{}, &Require{}, &Assign{})
}

// allKinds has a declaration of each kind.
func allKinds() []Decl {
	return []Decl{
		&PuzzleDecl{}, &AboutDecl{}, &UseDecl{}, &NeedsDecl{}, &GeneratorDecl{}, &ParamDecl{}, &TypeDecl{},
		&EnumDecl{}, &ConstDecl{}, &DefDecl{}, &StateDecl{}, &InitDecl{}, &AssumeDecl{}, &MoveDecl{},
		&AlwaysDecl{}, &LostDecl{}, &GoalDecl{}, &ObjectiveDecl{}, &AnswerDecl{}, &DeadDecl{},
		&InvariantDecl{}, &HeuristicDecl{}, &RelaxationDecl{}, &SymmetryDecl{}, &PruneDecl{}, &ViewDecl{},
		&InstanceDecl{}, &ExpectDecl{},
	}
}

// fileGrammar is the whole grammar.
func fileGrammar() *participle.Parser[File] {
	return participle.MustBuild[File](append(options(allKinds()...), effects())...)
}

// declParsers has the parser of each kind of declaration that has occurred, by the word with which it begins. To build
// the parsers of all kinds takes a tenth of the time in which pzc solves a small puzzle.
var declParsers sync.Map

// declParser returns the parser of one declaration that begins with a word.
func declParser(word string) *participle.Parser[Decl] {
	p, ok := declParsers.Load(word)
	if !ok {
		kinds := slices.DeleteFunc(allKinds(), func(d Decl) bool { return !beginsWith(d, word) })
		grammar := options(kinds...)
		if word == "move" || word == "symmetry" {
			grammar = append(grammar, effects())
		}
		p, _ = declParsers.LoadOrStore(word, participle.MustBuild[Decl](grammar...))
	}
	return p.(*participle.Parser[Decl])
}

// beginsWith reports whether declarations of the kind of d begin with a word: it stands in the first tag.
func beginsWith(d Decl, word string) bool {
	fields := reflect.TypeOf(d).Elem()
	for i := range fields.NumField() {
		if tag, ok := fields.Field(i).Tag.Lookup("parser"); ok {
			return strings.Contains(tag, "'"+word+"'")
		}
	}
	return false
}

// patternParser parses a move with its arguments: a part of a `prune`.
var patternParser = lazy.Value[*participle.Parser[Pattern]]{Make: func() *participle.Parser[Pattern] {
	p, err := participle.ParserForProduction[Pattern](declParser("prune"))
	if err != nil {
		panic(err) // the grammar does not depend on the input
	}
	return p
}}
