package heuristic

import (
	"context"
	"errors"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// Pairs makes no heuristic: the compiler of the page is to be small.
func Pairs(context.Context, *space.Space) (estimate.Estimate, error) {
	return estimate.Estimate{}, errors.New("the compiler of this page does not have this heuristic")
}
