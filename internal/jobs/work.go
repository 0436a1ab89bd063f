package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Worker takes jobs and does them, one at a time.
type Worker struct {
	*Store
	Name string
	Once bool          // end when no job waits
	Idle time.Duration // end when no job has waited for this time; 0: never

	// Accept returns why the worker does not do a job; an empty text is not said.
	Accept func(key string, j *Job) error
	// Do does a job in a folder with its files. If the context ended, the result is not used.
	Do func(ctx context.Context, folder string, j *Job, input []byte) Result

	own bool // the jobs are those of the Request
}

// A worker that has nothing to do looks again after a pause. The pause doubles each time, up to longPause.
const (
	shortPause = 5 * time.Millisecond
	longPause  = time.Second
)

// Run does jobs until the context ends.
func (w *Worker) Run(ctx context.Context) error {
	d := &desk{}
	defer d.clear()
	last, pause := time.Now(), shortPause
	for ctx.Err() == nil {
		if why := w.leftOut(w.Name); why != "" {
			return fmt.Errorf("this worker is left out, because a result of it was wrong: %s", why)
		}
		key, j, err := w.take(w.Accept)
		switch {
		case err != nil:
			err = fmt.Errorf("%s: jobs cannot be read: %w", w.dir, plain(err))
		case j != nil:
			if err = w.work(ctx, d, key, j); err == nil {
				last, pause = time.Now(), shortPause
				continue
			}
		}
		if err != nil {
			if w.own || w.Once || !errors.Is(err, errLost) {
				return err
			}
			w.say("%v; this worker goes on when it can", err)
		}
		if w.Once || w.Idle > 0 && time.Since(last) >= w.Idle {
			return nil
		}
		if wait(ctx, pause); pause == longPause {
			d.clear() // before the system removes old temporary files
		}
		pause = min(2*pause, longPause)
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// work does a job that was taken, and stores its result.
func (w *Worker) work(ctx context.Context, d *desk, key string, j *Job) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	go func() {
		for ctx.Err() == nil {
			if wait(ctx, w.Lease/6); ctx.Err() == nil && w.renew(taken, key) != nil {
				end() // nobody waits for the result
			}
		}
	}()
	r, err := w.again(ctx, d, j)
	switch {
	case ctx.Err() != nil:
		w.back(key)
		return nil
	case err != nil && (w.own || errors.Is(err, errLost)):
		w.back(key)
		return fmt.Errorf("%s: a job cannot be done: %w; run this again", w.dir, plain(err))
	case err != nil:
		w.leave(key)
		w.say("job %.12s is left to others: %v", key, plain(err))
		return nil
	}
	end()
	return w.finish(key, r)
}

// desk is a folder with the files of a job. Jobs that follow one another often have the same files, and to write these
// takes longer than all else about a job.
type desk struct{ folder, files string }

// clear removes the folder.
func (d *desk) clear() {
	_ = os.RemoveAll(d.folder) // nothing if there is none
	*d = desk{}
}

// lay makes sure that the files of a job are there.
func (d *desk) lay(w *Worker, j *Job) (err error) {
	files := string(encode(j.Files))
	if d.files == files {
		return nil
	}
	d.clear()
	if d.folder, err = os.MkdirTemp("", "pzc-job-"); err != nil {
		return err
	}
	for name, hash := range j.Files {
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%q is no name of a file in a folder", name)
		}
		text, err := w.text(hash)
		if err != nil {
			return err
		}
		path := filepath.Join(d.folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, text, 0o600)); err != nil {
			return err
		}
	}
	d.files = files
	return nil
}

// again does a job without storing the result.
func (w *Worker) again(ctx context.Context, d *desk, j *Job) (*Result, error) {
	if err := d.lay(w, j); err != nil {
		return nil, err
	}
	input, err := w.text(j.Input)
	if err != nil {
		return nil, err
	}
	r := w.Do(ctx, d.folder, j, input)
	r.Worker = w.Name
	return &r, nil
}
