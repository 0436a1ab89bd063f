package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// named draws candidates from the generator that the model names, and removes clues from each as far as the puzzle
// stays unique: a generator of rooms leaves the numbers in them to clues.go.
type named struct {
	from source
	o    Options
	own  bool // the generator takes nothing of the instance that was chosen
}

// newNamed loads the generator. Values that are given for parameters of both models, such as the size, are given to
// both; so are those of an instance that was chosen.
func newNamed(ctx context.Context, o Options) (source, error) {
	program, diags := o.Base.Program.Generator()
	if diags.HasErrors() {
		return nil, fmt.Errorf("the generator that the model names: %w", diags.Err())
	}
	both, chosen := map[string]any{}, o.Base.Instance() != ""
	for _, a := range o.Base.Model().ParamArrays() {
		if (chosen || o.isGiven(a)) && slices.ContainsFunc(program.Model().ParamArrays(),
			func(b *model.Array) bool { return b.Name == a.Name }) {
			both[a.Name] = arrayData(o.Base, a, o.Base.Model().Data[a.ID].Values)
		}
	}
	text, err := json.Marshal(both)
	if err != nil {
		return nil, err
	}
	z, diags := program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: "the values that are given", Text: string(text)}})
	if diags.HasErrors() {
		return nil, fmt.Errorf("the generator that the model names: %w", diags.Err())
	}
	o.From = z
	from, err := newFrom(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, g := range from.gives {
		if _, passed := both[g.to.Name]; o.isGiven(g.to) && !passed {
			return nil, fmt.Errorf("`%s` is given, and the generator that the model names draws it: leave it out", g.to.Name)
		}
	}
	return &named{from, o, chosen && len(both) == 0}, nil
}

// isGiven reports whether a parameter of the model was given a value.
func (o Options) isGiven(a *model.Array) bool { return slices.Contains(o.Base.GivenNames(), a.Name) }

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
	maps.Copy(m.data, dug.data)
	m.undecided = dug.undecided
	return m, err
}
