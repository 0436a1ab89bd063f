package native

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
)

// Foreign is a program of which another person wrote a part. It has the rights of its user, within limits of memory and
// time; on Unix it writes no files.
type Foreign struct{ dir, path string }

// BuildForeign builds a program. If the source is at fault, the error is a *Complaint.
func BuildForeign(ctx context.Context, files []gogen.File) (*Foreign, error) {
	tool, err := findTool(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pzc-foreign-*")
	if err != nil {
		return nil, err
	}
	path, err := tool.build(ctx, dir, files)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &Foreign{dir, path}, nil
}

// Remove removes the program.
func (f *Foreign) Remove() { _ = os.RemoveAll(f.dir) }

// mostForeign is the number of bytes of a program's output that are kept.
const mostForeign = 16 << 20

// Run runs the program in an empty folder, and returns the beginning of its output, the first informative line of its
// errors, and its exit status; -1 if it was killed.
func (f *Foreign) Run(ctx context.Context, memory int64,
	arguments ...string,
) (out []byte, complaint string, status int, err error) {
	o := backends.Options{Memory: memory, Threads: 1}
	cmd := bounded(ctx, memory, f.path, arguments...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = filepath.Join(f.dir, "empty"), limits(o), lastWait
	if err := os.MkdirAll(cmd.Dir, 0o700); err != nil {
		return nil, "", 0, err
	}
	ownGroup(cmd)
	said, errs := &head{most: mostForeign}, &head{most: mostComplaint}
	cmd.Stdout, cmd.Stderr = said, errs
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = nil
	}
	return bytes.Clone(said.text), telling(errs.String()), cmd.ProcessState.ExitCode(),
		errors.Join(err, context.Cause(ctx))
}
