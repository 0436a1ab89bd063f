// Package rate measures how hard a puzzle is. The result is a vector of measures, never one number alone.
//
//	z, diags := program.Instantiate(data)         // as for every question about a puzzle
//	diags = z.Ground(ctx)
//	v, err := rate.Of(ctx, z, rate.Options{})
//	n, known := v.Value("most_rules")             // a whole number; not known: v.Reason("most_rules") says why
//	for _, k := range rate.Keys(z.HasMoves()) {}  // all keys in their order, with a sentence each
//
// A measure is a whole number, or it is not known, with the reason. All limits count work, so the same puzzle and
// options give the same vector on every machine. The exceptions are Options.Solve, and the search for the best value of
// a puzzle with `minimize` or `maximize`.
package rate

// How the measures are found, for the maintainer.
//
// A puzzle without moves is solved by the deductions of package why (still.go). Of a puzzle with moves all states are
// explored, if there are not too many (moving.go). A key has a row in keys.go, with its meaning.
