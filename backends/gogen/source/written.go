package source

import (
	"regexp"
	"strings"
)

// The head of a file says that pzc wrote the file.
const (
	GoalDoc        = "Where the search starts, what it looks for, and what must hold on the way."
	RelaxedGoalDoc = "What is looked for, and what must hold on the way."
	EstimatesDoc   = "Estimates of the cost that is left."
	MovesDoc       = "The moves: one function for each, with its conditions and effects."
	DefsDoc        = "What the model defines."
	DataDoc        = "Types and data of the model."
	MainDoc        = "The command line."
	SpaceDoc       = "The puzzle as a state space."
	AnswerDoc      = "The program is held against a known answer."
	SimplerDoc     = "Simpler puzzles, whose exact costs are estimates: each move of the puzzle is a move of the " +
		"simpler one that costs no more, or changes nothing there."
	KernelDoc = "The puzzle once more, in the shape in which a processor searches it at full speed."
	WrittenBy = "Written by pzc emit-go from"
)

var (
	docs = []string{
		GoalDoc, RelaxedGoalDoc, EstimatesDoc, MovesDoc, DefsDoc, DataDoc, MainDoc, SpaceDoc, AnswerDoc, SimplerDoc,
		KernelDoc,
	}
	packageClause = regexp.MustCompile(`^package \w+\n\n`)
	packageHead   = regexp.MustCompile(`^// (Package|Command) .*\n//\n// ` + WrittenBy)
)

// Written tells from the head of a Go file whether pzc wrote the file. Files of the search package are not recognised:
// they are the same for all programs.
func Written(text []byte) bool {
	rest := string(text[len(packageClause.Find(text)):])
	for _, doc := range docs {
		if len(rest) < len(text) && strings.HasPrefix(rest, "// "+doc) {
			return true
		}
	}
	return packageHead.Match(text)
}
