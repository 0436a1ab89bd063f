//go:build !unix

package outside

import "os/exec"

// ownGroup does nothing on systems without process groups: only the program itself ends with its context.
func ownGroup(*exec.Cmd) {}
