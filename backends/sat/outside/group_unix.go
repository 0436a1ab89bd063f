//go:build unix

package outside

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a program into a process group of its own. The whole group is killed when the program's context ends.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
