package dsl

import (
	"sync"

	"github.com/alecthomas/participle/v2"
)

// options returns the grammar for participle. Each alternative begins with its own keyword, so that no lookahead is
// needed. Once an alternative has begun, participle tries no other, and reports errors where they are.
func options() []participle.Option {
	return []participle.Option{
		participle.Lexer(definition{}),
		participle.Elide("Comment", "Space"),
		participle.UseLookahead(0),
		participle.ParseTypeWith(parseExpr),
		participle.ParseTypeWith(parseType),
		participle.Union[Decl](
			&PuzzleDecl{}, &UseDecl{}, &ParamDecl{}, &TypeDecl{}, &EnumDecl{}, &ConstDecl{}, &DefDecl{},
			&StateDecl{}, &InitDecl{},
			&AssumeDecl{}, &MoveDecl{}, &AlwaysDecl{}, &LostDecl{}, &GoalDecl{}, &ObjectiveDecl{}, &DeadDecl{}, &InvariantDecl{},
			&HeuristicDecl{},
			&RelaxationDecl{}, &SymmetryDecl{}, &PruneDecl{}, &ViewDecl{}, &InstanceDecl{}, &ExpectDecl{},
		),
		participle.Union[Effect](&Let{}, &IfEffect{}, &ForEffect{}, &Require{}, &Assign{}),
	}
}

// declParser parses one declaration.
var declParser = sync.OnceValue(func() *participle.Parser[Decl] {
	return participle.MustBuild[Decl](options()...)
})

// patternParser parses a move with its arguments: a part of a `prune`.
var patternParser = sync.OnceValue(func() *participle.Parser[Pattern] {
	p, err := participle.ParserForProduction[Pattern](declParser())
	if err != nil {
		panic(err) // the grammar does not depend on the input
	}
	return p
})
