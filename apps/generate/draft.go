package generate

import (
	"context"
	"encoding/json"

	"github.com/pzc-lang/pzc/apps/rate"
)

// Draft is what takes long to find out about a candidate: why it is left out, or its data and measures. Whoever takes a
// draft solves the puzzle again, but does not measure it.
type Draft struct {
	Left      Reason                     `json:"left,omitempty"`
	Undecided int                        `json:"undecided,omitempty"`
	Data      map[string]json.RawMessage `json:"data,omitempty"`
	Rating    *rate.Vector               `json:"rating,omitempty"` // without the survey
}

// Drafts draws the candidates from one number up to another, each by itself.
func Drafts(ctx context.Context, o Options, from, to int) ([]Draft, error) {
	s, err := o.source(ctx)
	if err != nil {
		return nil, err
	}
	drafts := make([]Draft, to-from)
	for i := range drafts {
		c := o.level(ctx, s, from+i, &firsts{by: map[string]int{}})
		if c.err == nil {
			c.err = context.Cause(ctx)
		}
		if c.err != nil {
			return nil, c.err
		}
		if drafts[i] = (Draft{c.left, c.undecided, c.Data, c.Rating}); c.Rating != nil {
			rating := *c.Rating
			rating.Survey = nil
			drafts[i].Rating = &rating
		}
	}
	return drafts, nil
}
