//go:build unix

package solver

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a program the head of a group of processes, which ends as a whole when its context does.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
