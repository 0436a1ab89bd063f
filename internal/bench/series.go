package bench

import (
	"context"
	"strings"
)

// Series is the runs of a measurement.
type Series struct {
	Program string // pzc
	Cases   []Case
	Repeat  int // how often each case is run
	Limits  Limits
	Record  *Record
	// Doing is called before each run with its name, the number of runs that are done, and the number of all runs.
	Doing func(name string, done, of int)
}

// Run makes the runs that the record does not have. All cases are run once before one is run again, so that other work
// on the machine disturbs all cases alike. If the context ended, the error is that of the context.
func (s *Series) Run(ctx context.Context) (runs []*Run, err error) {
	for repeat := 1; repeat <= s.Repeat; repeat++ {
		for i, one := range s.Cases {
			run, done := s.Record.Done(one, repeat)
			if !done {
				name := strings.Join(strings.Fields(one.File+" "+one.Instance), " ") + ", " + one.Way()
				s.Doing(name, (repeat-1)*len(s.Cases)+i, s.Repeat*len(s.Cases))
				if run, err = Measure(ctx, s.Program, one, s.Limits); err != nil {
					return runs, err
				}
				run.Repeat = repeat
				if err := s.Record.Add(run); err != nil {
					return append(runs, run), err
				}
			}
			runs = append(runs, run)
		}
	}
	return runs, nil
}
