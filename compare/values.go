package compare

import "context"

// solutions compares two models without moves.
func (c *comparison) solutions(ctx context.Context) error {
	c.open("models without moves are not compared yet")
	return nil
}
