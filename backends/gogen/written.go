package gogen

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// The head of a file says that pzc wrote the file.
const (
	goalDoc      = "Where the search starts, what it looks for, and what must hold on the way."
	estimatesDoc = "Estimates of the cost that is left."
	inPlaceDoc   = "Depth-first search in place: a move changes the state, and is taken back."
	movesDoc     = "The moves: one function for each, with its conditions and effects."
	defsDoc      = "What the model defines."
	dataDoc      = "Types and data of the model."
	mainDoc      = "The command line."
	spaceDoc     = "The puzzle as a state space."
	answerDoc    = "The program is held against a known answer."
	writtenBy    = "Written by pzc emit-go from"
)

// The heads of files that earlier versions wrote: for simpler puzzles, and for a second, faster form of the puzzle.
const (
	earlierKernelDoc = "The puzzle once more, in the shape in which a processor searches it at full speed."
	earlierGoalDoc   = "What is looked for, and what must hold on the way."
	earlierDoc       = "Simpler puzzles, whose exact costs are estimates: each move of the puzzle is a move of the " +
		"simpler one that costs no more, or changes nothing there."
)

var (
	docs = []string{
		goalDoc, estimatesDoc, movesDoc, defsDoc, dataDoc, mainDoc, spaceDoc, answerDoc, inPlaceDoc,
		earlierKernelDoc, earlierGoalDoc, earlierDoc,
	}
	// Files that the search package had in earlier versions hold one of these lines. They do not build beside the files of
	// today.
	earlierSearch = []string{
		"// Kernel is a puzzle in a form for fast depth-first search", "// Wide is a puzzle whose states are words",
		"// turns are the moves of a puzzle in which all moves can always be made", "// flood searches a Wide breadth first",
		"// product counts the states of a Wide with parts",
	}
	packageClause = lazy.Compile(`^package \w+\n\n`)
	packageHead   = lazy.Compile(`^// (Package|Command) .*\n//\n// ` + writtenBy)
)

// Written tells from a Go file whether pzc wrote the file. Files that the search package has today are not recognised:
// they are the same for all programs.
func Written(text []byte) bool {
	rest := string(text[len(packageClause.Get().Find(text)):])
	if strings.HasPrefix(string(text), "package search\n") {
		return slices.ContainsFunc(earlierSearch, func(line string) bool { return strings.Contains(string(text), "\n"+line) })
	}
	begins := func(doc string) bool { return strings.HasPrefix(rest, "// "+doc) }
	return len(rest) < len(text) && slices.ContainsFunc(docs, begins) || packageHead.Get().Match(text)
}
