package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLongEmptyRoot grades as in the image of the Dockerfile: in a root that holds pzc, /proc, /dev/null and the
// work, and nothing else, without network, as a user without rights.
func TestLongEmptyRoot(t *testing.T) {
	if os.Getuid() != 0 || exec.Command("unshare", "-mpfn", "true").Run() != nil {
		t.Skip("only root can make a root of its own, with unshare")
	}
	root := t.TempDir()
	require.NoError(t, os.Chmod(root, 0o755))
	for _, folder := range []string{"proc", "dev", "class"} {
		require.NoError(t, os.Mkdir(filepath.Join(root, folder), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "dev/null"), nil, 0o600))
	require.NoError(t, os.CopyFS(filepath.Join(root, "class/river"), os.DirFS("../../course/02-river")))
	build := exec.Command("go", "build", "-o", filepath.Join(root, "pzc"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	run := func(args ...string) (string, int) {
		const enter = `mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --bind /dev/null "$0/dev/null" &&
			exec chroot --userspec=65534:65534 "$0" /pzc "$@"`
		cmd := exec.Command("unshare", append([]string{"-mpfn", "sh", "-c", enter, root}, args...)...)
		out, err := cmd.CombinedOutput()
		if exited := (*exec.ExitError)(nil); err != nil {
			require.ErrorAs(t, err, &exited)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	text, code := run("grade", "/class/river", "/class/river/right", "/class/river/wrong/boat.pz")
	assert.Equal(t, exitOK, code, text)
	assert.Contains(t, text, "find 3 of 3 wrong models")
	assert.Contains(t, text, "Your goal is too loose")
	text, code = run("test", "--sandbox", "/class/river/reference.pz")
	assert.Equal(t, exitOK, code, text)
	text, code = run("solve", "--sandbox", "--backend", "sat", "wolf_goat_cabbage")
	assert.Equal(t, exitOK, code, text)
	assert.Contains(t, text, "solved in 7 moves, optimal")
}
