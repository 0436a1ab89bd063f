package native

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Name is the name of the engine.
const Name = "native"

// Engine is the engine as pzc.Options takes it.
type Engine struct {
	// Folder is the folder for built programs. If it is "", programs are not kept, and a program is built only if the
	// options name the engine.
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
