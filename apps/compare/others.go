package compare

import (
	"context"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Others compares two models that were both written for a reference, whose puzzle is given. Both get its data, and of a
// line of Options.Same the side of the other model is for both.
func Others(
	ctx context.Context, reference *puzzle.Puzzle, a, b *puzzle.Program, o Options,
) (*Result, diag.List, error) {
	same := make([]string, len(o.Same))
	for i, line := range o.Same {
		same[i] = line
		if _, right, two := cutSame(line); two {
			same[i] = right // of moves, it says that names are equal
		}
	}
	o.Same = same
	return Models(ctx, a, b, handed(reference, a), o)
}
