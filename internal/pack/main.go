// Command pack writes an archive with the same bytes for the same files: the name of the archive (.zip, .whl, .tar.gz
// or .tgz), the folder in it, and the files. Folders are written with all that they hold.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: pack ARCHIVE FOLDER FILE…")
		os.Exit(2)
	}
	if err := pack(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// noTime is the time of all files, the first that ZIP can express.
var noTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// writer adds a file to an archive.
type writer func(name string, mode fs.FileMode, text []byte) error

func pack(archive, folder string, files []string) error {
	out, err := os.Create(archive)
	if err != nil {
		return err
	}
	add, finish := zipped(out)
	if !strings.HasSuffix(archive, ".zip") && !strings.HasSuffix(archive, ".whl") {
		add, finish = tarred(out)
	}
	for _, file := range files {
		if err := addTree(add, folder, file); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return errors.Join(finish(), out.Close())
}

// addTree adds a file, or all files of a folder in the order of their names.
func addTree(add writer, folder, root string) error {
	return filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		local, err := filepath.Rel(filepath.Dir(root), file)
		if err != nil {
			return err
		}
		return add(path.Join(folder, filepath.ToSlash(local)), mode, text)
	})
}

func zipped(out io.Writer) (add writer, finish func() error) {
	z := zip.NewWriter(out)
	return func(name string, mode fs.FileMode, text []byte) error {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: noTime}
		h.SetMode(mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	}, z.Close
}

func tarred(out io.Writer) (add writer, finish func() error) {
	packed := gzip.NewWriter(out)
	t := tar.NewWriter(packed)
	return func(name string, mode fs.FileMode, text []byte) error {
		h := &tar.Header{Name: name, Mode: int64(mode), Size: int64(len(text)), ModTime: noTime, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		_, err := t.Write(text)
		return err
	}, func() error { return errors.Join(t.Close(), packed.Close()) }
}
