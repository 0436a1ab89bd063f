package statespace

// How expressions are written. A Scope says what the local names of an expression hold. Expressions that do not read
// the state are computed when the program is written, for all values of their locals (static.go). This shows for
// example that `c + d` lies on the board for the cells and directions of a move, or that a condition is always true.
// Other expressions are translated operator by operator (value.go, cond.go, cell.go, read.go), binders become loops
// (fold.go), defs become functions (call.go). What has no such translation gives up, and the innermost expression whose
// locals all have known values is written as grounding has it (grounded.go). A value that can be undefined
// carries the conditions under which it is defined. If it is stored in a variable, the variable is `none` where the
// value is undefined.
//
// A piece of Go carries the names that it reads (package code). From these names, Declarations learns which defs,
// types, data and helpers a program needs, and package gogen learns which packages its files import. What nothing
// reads is not written.
//
// A def learns from its calls whether arguments can be `none`. So the program is written again until Changed stays
// false.

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Writer holds what the expressions of a program share: the model, the Go names of its declarations, and which of these
// the program uses.
type Writer struct {
	Model   *model.Model
	ev      *semantics.Evaluator
	sources map[string]string

	Names     *code.Names
	typeName  map[*model.TypeDecl]string
	enumName  map[*model.Enum]string
	valueName map[*model.Enum][]string
	dataName  map[*model.Array]string
	defName   map[*model.Def]string
	MoveName  map[*model.Move]string
	Heuristic map[*model.Heuristic]string
	gridName  map[*model.Grid]string
	dirPrefix string

	Missing map[*model.Heuristic]string // why a heuristic is left out

	// What is learned from pass to pass.
	mask    map[*model.Def]uint64
	Changed bool
	// unwritable are defs that no function of their own can be written for.
	unwritable map[*model.Def]*Error
	numbers    map[string]int // of values that are no scalars, by their texts

	composites []string // these texts

	// What a pass uses.
	setTables   map[string]*namedSet
	memberTests map[string]*namedSet
	results     map[*model.Def]result
	text        map[string]*code.Block // of functions

	// What grounding has.
	task          *task.Task
	over          *ground.Over
	grounded      map[groundedKey]*grounded
	groundedOrder []*grounded
	written       int // expressions of the task

	reads      map[model.Expr]bool
	stateReads model.StateReads
	free       map[model.Expr]map[int]bool
	slots      map[model.Expr]int
}

// Settle calls write again and again, until write learns nothing more about defs from their calls.
func (w *Writer) Settle(ctx context.Context, write func() error) error {
	for {
		if ctx.Err() != nil {
			return fmt.Errorf("writing Go: %w", context.Cause(ctx))
		}
		w.Changed = false
		if err := write(); err != nil || !w.Changed {
			return err
		}
	}
}

// Forget forgets what the last pass used.
func (w *Writer) Forget() {
	w.setTables, w.memberTests = map[string]*namedSet{}, map[string]*namedSet{}
	w.results, w.text = map[*model.Def]result{}, map[string]*code.Block{}
	w.grounded, w.groundedOrder, w.written = map[groundedKey]*grounded{}, nil, 0
}

// Source is the text of the model at a span, on one line.
func (w *Writer) Source(sp diag.Span) string {
	text := w.sources[sp.Start.Filename]
	if sp.Start.Offset >= 0 && sp.Start.Offset < sp.End.Offset && sp.End.Offset <= len(text) {
		return code.OneLine(text[sp.Start.Offset:sp.End.Offset])
	}
	return "of the model"
}

// Describe writes the comment of a declaration: a comment or a text of the model, and where that stands.
func (w *Writer) Describe(b *code.Block, name, doc string, sp diag.Span) {
	b.Comment("%s", w.docOf(name, doc)+w.where(sp))
}

// where names a line of the model.
func (w *Writer) where(sp diag.Span) string {
	if !sp.Start.IsValid() {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", path.Base(sp.Start.Filename), sp.Start.Line)
}

// docOf is a comment of the model as a Go comment: it begins with the name that it describes.
func (w *Writer) docOf(name, doc string) string {
	if doc == "" || strings.HasPrefix(doc, name+" ") {
		return doc
	}
	return name + ": " + doc
}
