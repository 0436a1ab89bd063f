package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// named draws candidates from the generator that the model names, and removes clues from each as far as the puzzle
// stays unique: a generator of rooms leaves the numbers in them to clues.go.
type named struct {
	from source
	o    Options
}

func newNamed(ctx context.Context, o Options) (source, error) {
	program, diags := o.Base.Program.Generator()
	if diags.HasErrors() {
		return nil, fmt.Errorf("the generator that the model names: %w", diags.Err())
	}
	z, diags := program.Instantiate(puzzle.Data{})
	if diags.HasErrors() {
		return nil, fmt.Errorf("the generator that the model names: %w", diags.Err())
	}
	o.From = z
	from, err := newFrom(ctx, o)
	return &named{from, o}, err
}

func (n *named) candidate(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	m, err := n.from.candidate(ctx, r, o)
	if err != nil {
		return made{}, err
	}
	data, err := raw(m.data)
	if err != nil {
		return made{}, err
	}
	z, err := o.given(ctx, data)
	if err != nil {
		return made{}, err
	}
	c, _, err := openParams(ctx, z, z.Model(), mayBeClues)
	if err != nil || c == nil {
		return m, err
	}
	if err := c.narrow(ctx); err != nil {
		return made{}, err
	}
	c.present = true
	if err := c.weigh(ctx, r); errors.Is(err, errAnyClue) {
		return made{}, unsolvable
	} else if err != nil {
		return made{}, err
	}
	if c.blanks(); !slices.ContainsFunc(c.elements, func(e element) bool { return e.hasOne }) {
		return m, nil
	}
	dug, err := c.candidate(ctx, r, o)
	for name, value := range dug.data {
		m.data[name] = value
	}
	m.undecided = dug.undecided
	return m, err
}
