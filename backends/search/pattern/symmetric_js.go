package pattern

// symmetric: the page has a table for each pattern, so that its compiler stays small.
func (b *permuted) symmetric(_, _ []int64) *reflection { return nil }
