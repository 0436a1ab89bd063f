//go:build !unix

package native

import (
	"context"
	"os/exec"
)

// ownGroup does nothing on systems without process groups. Only the program itself ends with its context.
func ownGroup(*exec.Cmd) {}

// bounded returns a command. On this system only environment variables limit its program.
func bounded(ctx context.Context, _ int64, path string, arguments ...string) *exec.Cmd {
	return exec.CommandContext(ctx, path, arguments...)
}
