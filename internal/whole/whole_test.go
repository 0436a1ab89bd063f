package whole

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func says(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

var errPaper = errors.New("the paper is burning")

// fails writes a part and then fails.
func fails(w io.Writer) error {
	_, _ = io.WriteString(w, "ha")
	return errPaper
}

// contents returns the texts of the files in a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		out[f.Name()] = string(text)
	}
	return out
}

func TestWriteIsWhole(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.ErrorIs(t, Write(file, fails), errPaper)
	require.Empty(t, contents(t, dir))
	require.NoError(t, Write(file, says("old")))
	require.ErrorIs(t, Write(file, fails), errPaper)
	require.Equal(t, map[string]string{"file": "old"}, contents(t, dir))
	require.NoError(t, os.Chmod(file, 0o640))
	require.NoError(t, Write(file, says("new")))
	require.Equal(t, map[string]string{"file": "new"}, contents(t, dir))
	info, err := os.Stat(file)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		require.Equal(t, fs.FileMode(0o640), info.Mode().Perm())
	}
	below := filepath.Join(file, "below")
	var of *fs.PathError
	require.ErrorAs(t, Write(below, says("x")), &of)
	require.Equal(t, below, of.Path)
	require.Error(t, Write(dir, says("x")))
}

func TestLinksStay(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no links here")
	}
	require.NoError(t, Write(link, says("new")))
	require.Equal(t, map[string]string{"file": "new", "link": "new"}, contents(t, dir))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&fs.ModeSymlink)
}

func TestCreateLeavesWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.ErrorIs(t, Create(file, fails), errPaper)
	require.Empty(t, contents(t, dir))
	require.NoError(t, Create(file, says("old")))
	require.ErrorIs(t, Create(file, says("new")), fs.ErrExist)
	require.Equal(t, map[string]string{"file": "old"}, contents(t, dir))
}

// If many processes create a file at once, one succeeds.
func TestOneCreates(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	done := make(chan error, 20)
	for range cap(done) {
		all.Go(func() { done <- Create(filepath.Join(dir, "file"), says("mine")) })
	}
	all.Wait()
	close(done)
	made := 0
	for err := range done {
		if err == nil {
			made++
		} else {
			require.ErrorIs(t, err, fs.ErrExist)
		}
	}
	require.Equal(t, 1, made)
	require.Equal(t, map[string]string{"file": "mine"}, contents(t, dir))
}

func TestDevicesAreWrittenTo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no /dev/null")
	}
	require.NoError(t, Write(os.DevNull, says("gone")))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
}

// A link in a folder of kept files does not make Replace write elsewhere.
func TestReplaceFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	theirs, kept := filepath.Join(dir, "theirs"), filepath.Join(dir, "kept")
	require.NoError(t, os.WriteFile(theirs, []byte("old"), 0o600))
	if err := os.Symlink(theirs, kept); err != nil {
		t.Skip(err)
	}
	require.NoError(t, Replace(kept, says("new")))
	require.Equal(t, map[string]string{"theirs": "old", "kept": "new"}, contents(t, dir))
	info, err := os.Lstat(kept)
	require.NoError(t, err)
	require.True(t, info.Mode().IsRegular())

	require.NoError(t, Replace(kept, says("newer")))
	require.Equal(t, map[string]string{"theirs": "old", "kept": "newer"}, contents(t, dir))
	require.ErrorIs(t, Replace(kept, fails), errPaper)
	require.Equal(t, map[string]string{"theirs": "old", "kept": "newer"}, contents(t, dir))
	require.NoError(t, Replace(filepath.Join(dir, "another"), says("one")))
}

// TestTidy checks that recently used files stay, and unfinished files that another process may be writing.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, bytes int, age time.Duration) {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, make([]byte, bytes), 0o600))
		when := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(path, when, when))
	}
	put("a.kept", 10, 3*time.Hour)
	put("b.kept", 10, 2*time.Hour)
	put("c.kept", 10, time.Hour)
	put("other", 100, 100*time.Hour)
	put(Prefix+"old", 1, 25*time.Hour)
	put(Prefix+"new", 1, time.Hour)
	folder := filepath.Join(dir, Prefix+"folder")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "below"), 0o700))
	old := time.Now().Add(-25 * time.Hour)
	require.NoError(t, os.Chtimes(folder, old, old))
	names := func() (names []string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		slices.Sort(names)
		return names
	}
	Tidy(dir, ".kept", 30)
	require.Equal(t, []string{Prefix + "new", "a.kept", "b.kept", "c.kept", "other"}, names())
	Used(filepath.Join(dir, "a.kept"))
	Tidy(dir, ".kept", 25)
	require.Equal(t, []string{Prefix + "new", "a.kept", "c.kept", "other"}, names())
	Tidy(filepath.Join(dir, "nowhere"), ".kept", 0)
}
