package compare

import (
	"context"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Others compares two models that were both written for a reference, whose puzzle is given. Both get its data, and of a
// line of Options.Same the side of the other model is for both.
func Others(
	ctx context.Context, reference *puzzle.Puzzle, a, b *puzzle.Program, o Options,
) (*Result, diag.List, error) {
	o.Same = lists.Map(o.Same, func(line string) string {
		if _, right, two := cutSame(line); two {
			return right // of moves, it says that names are equal
		}
		return line
	})
	return Models(ctx, a, b, handed(reference, a), o)
}
