//go:build unix

package native

import (
	"context"
	"fmt"
	"os/exec"
	"syscall"
)

// ownGroup makes a program the leader of a process group. The whole group ends with the context.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// bounded returns a command whose program gets a limited number of bytes of memory and writes no files.
func bounded(ctx context.Context, bytes int64, path string, arguments ...string) *exec.Cmd {
	limits := fmt.Sprintf(`ulimit -d %d; ulimit -f 0; ulimit -c 0; exec "$0" "$@"`, bytes>>10)
	return exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", limits, path}, arguments...)...)
}
