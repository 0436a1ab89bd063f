package sat

import "context"

// The page asks no other machines.
func (*run) cubed(context.Context, int) (bool, error) { return false, errSteps }

func (*run) cube(context.Context) error { return errSteps }
