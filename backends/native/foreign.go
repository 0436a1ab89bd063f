package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

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
		return nil, fmt.Errorf("there is no place to build the program: %w", err)
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
const mostForeign = 64 << 20

// Run runs the program, which writes no files, and returns the beginning of its output, the first informative line of
// its errors, and its exit status; -1 if it was killed.
func (f *Foreign) Run(ctx context.Context, memory int64,
	arguments ...string,
) (out []byte, complaint string, status int, err error) {
	return f.run(ctx, bounded(ctx, memory, f.path, arguments...), memory)
}

// run runs a command in an empty folder. All that it starts ends with the context.
func (f *Foreign) run(ctx context.Context, cmd *exec.Cmd, memory int64) (out []byte, complaint string, status int,
	err error,
) {
	cmd.Dir, cmd.WaitDelay = filepath.Join(f.dir, "empty"), lastWait
	cmd.Env = []string{"GOTRACEBACK=single", "GOMEMLIMIT=" + strconv.FormatInt(memory, 10), "GOMAXPROCS=1"}
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
	return said.text, telling(errs.String()), cmd.ProcessState.ExitCode(), errors.Join(err, context.Cause(ctx))
}
