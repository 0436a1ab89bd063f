package pattern

import (
	"errors"

	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A browser has no folder for tables. This file avoids linking the hash function that names the files.

func (w *Builder) load(*task.Abstraction, bool) (*store.Costs, bool) { return nil, false }

// cached reports whether the folder may have the table of an abstraction.
func (w *Builder) cached(*task.Abstraction) bool { return false }

func (w *Builder) save(*task.Abstraction, bool, *store.Costs) {}

// HeaderBytes is the offset of the first entry in a file of a table.
const HeaderBytes = 0

// File returns an error, because a browser has no files.
func (w *Builder) File(*task.Abstraction, *store.Costs, string) (string, error) {
	return "", errors.ErrUnsupported
}
