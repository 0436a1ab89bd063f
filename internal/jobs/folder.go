package jobs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/whole"
)

// folder is a place in the file system.
type folder string

// Open opens a folder, which must exist and hold nothing but jobs.
func Open(dir string, lease time.Duration, say func(string)) (*Store, error) {
	entries, err := os.ReadDir(dir)
	if info, bad := os.Stat(dir); bad != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder; make one that all machines see", dir)
	}
	ours := func(e fs.DirEntry) bool { return slices.Contains(folders(), e.Name()) }
	if err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, ours) {
		return nil, fmt.Errorf("%s holds other files; make an empty folder for jobs", dir)
	}
	d := folder(dir)
	for _, f := range folders() {
		if err := os.MkdirAll(d.path(f, ""), 0o777); err != nil {
			return nil, err
		}
		probe := "probe-" + hashOf([]byte(fmt.Sprint(rand.Uint64())))[:16]
		if err := errors.Join(d.write(f, probe, nil), d.remove(f, probe)); err != nil {
			return nil, fmt.Errorf("%s cannot be written to: %w", d.path(f, ""), plain(err))
		}
	}
	return newStore(d, dir, lease, say), nil
}

func (d folder) path(f, name string) string { return filepath.Join(string(d), f, name) }

func (d folder) names(f string) ([]string, error) {
	entries, err := os.ReadDir(d.path(f, ""))
	names := lists.Map(entries, func(e os.DirEntry) string { return e.Name() })
	return names, err
}

// read reads a regular file that others wrote.
func (d folder) read(f, name string) ([]byte, error) {
	info, err := os.Lstat(d.path(f, name))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostText {
		return nil, errors.New("no ordinary file, or too long")
	}
	return os.ReadFile(d.path(f, name))
}

func (d folder) write(f, name string, text []byte) error {
	return whole.Replace(d.path(f, name), writerOf(text))
}

func (d folder) create(f, name string, text []byte) error {
	return whole.Create(d.path(f, name), writerOf(text))
}

// writerOf returns a function that writes a text.
func writerOf(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

func (d folder) version(f, name string) (int64, error) {
	info, err := os.Lstat(d.path(f, name))
	if err != nil {
		return 0, err
	}
	return info.ModTime().UnixNano(), nil
}

func (d folder) renew(f, name string) error {
	now := time.Now()
	return os.Chtimes(d.path(f, name), now, now)
}

func (d folder) move(from, to, name string) error {
	if err := d.renew(from, name); err != nil {
		return err
	}
	return os.Rename(d.path(from, name), d.path(to, name))
}

func (folder) close() {}

func (d folder) remove(f, name string) error { return os.Remove(d.path(f, name)) }

// expire removes entries that are older than an age, and the oldest if all take more than size bytes.
func (d folder) expire(age time.Duration, size int64) {
	type entry struct {
		path string
		fs.FileInfo
	}
	var all []entry
	for _, f := range folders() {
		entries, _ := os.ReadDir(d.path(f, "")) // what cannot be read does not expire
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && info.Mode().IsRegular() && (isKey(e.Name()) || strings.HasPrefix(e.Name(), whole.Prefix)) {
				all = append(all, entry{d.path(f, e.Name()), info})
				size -= info.Size()
			}
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return a.ModTime().Compare(b.ModTime()) })
	for _, e := range all {
		if size >= 0 && time.Since(e.ModTime()) < age {
			return
		}
		if os.Remove(e.path) == nil {
			size += e.Size()
		}
	}
}
