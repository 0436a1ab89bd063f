//go:build !unix

package native

import (
	"context"
	"os/exec"
)

// ownGroup does nothing where there are no groups of processes: the program alone ends when its context does.
func ownGroup(*exec.Cmd) {}

// bounded returns a command. Here nothing bounds its program beyond what its environment says.
func bounded(ctx context.Context, _ int64, path string, arguments ...string) *exec.Cmd {
	return exec.CommandContext(ctx, path, arguments...)
}
