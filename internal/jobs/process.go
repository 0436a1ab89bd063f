package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// grace is the time that a process may run beyond its time limit before it is killed.
const grace = 10 * time.Second

// mostResult is the size of the longest result that a process may print, in bytes.
const mostResult = 4 << 20

// Process does a job in a process of its own, which prints a Result as JSON.
func Process(ctx context.Context, command []string, input []byte, timeout time.Duration) (r Result) {
	ctx, end := context.WithTimeout(ctx, timeout+grace)
	defer end()
	child := exec.CommandContext(ctx, command[0], command[1:]...)
	child.Stdin, child.WaitDelay = bytes.NewReader(input), grace
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) } // it ends what it has started
	out := &capped{most: mostResult}
	child.Stdout = out
	err := child.Run()
	switch bad := json.Unmarshal(out.Bytes(), &r); {
	case ctx.Err() != nil:
		return Result{Failed: "the limit of time was reached"}
	case bad != nil && err != nil:
		return Result{Failed: fmt.Sprintf("the limit of memory was reached, or the process failed (%v)", err)}
	case bad != nil:
		return Result{Failed: "the limit of memory was reached, or the process failed"}
	}
	return r
}

// capped keeps written bytes up to a maximum size.
type capped struct {
	bytes.Buffer
	most int
}

func (l *capped) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.most {
		return 0, errors.New("too long")
	}
	return l.Buffer.Write(p)
}
