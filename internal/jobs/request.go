package jobs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Request asks for the results of jobs, and works on these jobs while it waits.
type Request struct {
	Worker                         // does jobs on this machine
	Local    int                   // how many jobs are done on this machine at a time
	Progress func(int)             // called with the number of jobs that are done
	Check    func(r *Result) error // says what is wrong with an output; called for one after another
}

// asked is the state of a request.
type asked struct {
	*Request
	jobs  map[string]*Job
	got   map[string]*Result
	wrong map[string]bool // workers that are left out
	desk  desk            // for jobs that are computed again
}

// sampled is how many results of others there are for each that is computed again here. Who gives the results cannot
// tell which these are.
const sampled = 20

// listingShare bounds the time for which results are listed: a part of the whole.
const listingShare = 10

// All returns the results of jobs, in their order. If the context ends, the jobs are withdrawn.
func (r *Request) All(ctx context.Context, jobs []Job) ([]*Result, error) {
	a := &asked{r, map[string]*Job{}, map[string]*Result{}, map[string]bool{}, desk{}}
	defer a.desk.clear()
	keys := make([]string, len(jobs))
	for i := range jobs {
		keys[i] = jobs[i].key()
		a.jobs[keys[i]] = &jobs[i]
	}
	r.own, r.Once, r.Idle = true, false, 0 // jobs may be put again
	a.Accept = func(key string, _ *Job) error {
		if a.jobs[key] == nil {
			return errors.New("") // another request is about it
		}
		return nil
	}
	if err := a.putMissing(); err != nil {
		return nil, err
	}
	ctx, end := context.WithCancelCause(ctx)
	var workers sync.WaitGroup
	for range r.Local {
		workers.Go(func() {
			if err := a.Run(ctx); err != nil {
				end(err)
			}
		})
	}
	err := a.collect(ctx)
	cause := context.Cause(ctx)
	end(nil)
	workers.Wait()
	if err != nil || cause != nil {
		for key := range a.jobs {
			if a.got[key] == nil {
				a.withdraw(key)
			}
		}
		return nil, errors.Join(err, cause)
	}
	r.expire(mostAge, mostSize)
	return lists.Map(keys, func(key string) *Result { return a.got[key] }), nil
}

// putMissing puts the jobs that are in no folder: new ones, and those that another request withdrew.
func (a *asked) putMissing() error {
	there := map[string]bool{}
	for _, f := range []string{waiting, taken, results} { // the way of a job
		keys, err := a.keys(f)
		if err != nil {
			return fmt.Errorf("%s: %w", a.dir, plain(err))
		}
		for _, key := range keys {
			there[key] = true
		}
	}
	for key, j := range a.jobs {
		if a.got[key] == nil && !there[key] {
			if err := a.put(key, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// collect waits until all results are there.
func (a *asked) collect(ctx context.Context) error {
	pause := shortPause
	for ctx.Err() == nil {
		before, began := len(a.got), time.Now()
		keys, err := a.keys(results)
		listing := time.Since(began)
		if err != nil {
			return fmt.Errorf("%s: results cannot be read: %w", a.dir, plain(err))
		}
		for _, key := range keys {
			if a.jobs[key] == nil || a.got[key] != nil || ctx.Err() != nil {
				continue
			}
			if err := a.accept(ctx, key); err != nil {
				return err
			}
			a.Progress(len(a.got))
		}
		if len(a.got) == len(a.jobs) {
			return nil
		}
		pause = min(2*pause, longPause/5)
		if len(a.got) > before {
			pause = shortPause
		} else if err := a.putMissing(); err != nil {
			return err
		}
		wait(ctx, max(pause, listingShare*listing)) // there may be many results of earlier requests
	}
	return nil
}

// accept takes a result if nothing is wrong with it.
func (a *asked) accept(ctx context.Context, key string) error {
	r, err := a.result(key)
	if err != nil {
		a.say("the result of job %.12s is not used, and the job is done again: %v", key, plain(err))
		return a.discard(key)
	}
	switch {
	case r.Worker == a.Name && r.Failed == "":
		if err := a.Check(r); err != nil {
			return err
		}
	case r.Worker == a.Name:
	case a.wrong[r.Worker] || a.leftOut(r.Worker) != "":
		return a.discard(key)
	default:
		if r.Failed == "" {
			err = a.Check(r)
		}
		if err == nil && r.Decided && a.sample(key) {
			var again *Result
			if again, err = a.again(ctx, &a.desk, a.jobs[key]); err != nil || ctx.Err() != nil {
				return err
			}
			if !r.equal(again) {
				err = errors.New("the output differs from the one that was computed again")
			}
		}
		if err != nil {
			return a.leaveOutAll(r.Worker, fmt.Sprintf("job %.12s: %v", key, err))
		}
	}
	a.got[key] = r
	if !r.Decided {
		return a.discard(key) // the next run tries again
	}
	return nil
}

// sample reports whether the result of a job is computed again.
func (a *asked) sample(key string) bool {
	n, err := strconv.ParseUint(hashOf([]byte(a.Name + key))[:8], 16, 64)
	return err != nil || n%sampled == 0
}

// leaveOutAll leaves a worker out and discards all its results.
func (a *asked) leaveOutAll(worker, why string) error {
	a.wrong[worker] = true
	a.say("worker %s is left out, and its jobs are done again: %s", worker, why)
	if err := a.leaveOut(worker, why); err != nil {
		return fmt.Errorf("%s: worker %s cannot be told that it is left out: %w", a.dir, worker, plain(err))
	}
	for key := range a.jobs {
		r := a.got[key]
		if r == nil {
			r, _ = a.result(key)
		}
		if r != nil && r.Worker == worker {
			delete(a.got, key)
			if err := a.discard(key); err != nil {
				return err
			}
		}
	}
	return nil
}
