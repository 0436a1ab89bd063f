package native

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// Name is the name of the engine.
const Name = "native"

// Engine is the engine as pzc.Options takes it.
type Engine struct {
	// Folder is where programs are kept once they are built; "": nowhere, and then none is built unless the engine is
	// named.
	Folder string
}

// Name returns the name of the engine.
func (Engine) Name() string { return Name }

// Backend returns the backend that writes, builds and runs the program of a puzzle.
func (e Engine) Backend(m *model.Model, t *task.Task, faster bool) backends.Backend {
	return Backend{
		Folder: e.Folder, Faster: faster,
		Draft: func(ctx context.Context, heuristic string) (*gogen.Draft, error) {
			return gogen.NewDraft(ctx, m, t, heuristic)
		},
	}
}

// Suits reports whether a program may be the faster way, and there is a folder to keep it in.
func (e Engine) Suits(t *task.Task, o backends.Options) bool { return e.Folder != "" && suits(t, o) }
