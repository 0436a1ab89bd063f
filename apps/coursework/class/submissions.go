// Package class grades the submissions of a class. It finds their files, has each different submission graded once,
// keeps the reports, and writes the grades (report.go).
package class

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Submission holds the texts of a submission.
type Submission struct {
	Name  string            `json:"name"`
	Files map[string]string `json:"files"`
	Other []string          `json:"other,omitempty"` // names of files that no part asks for
	Bad   string            `json:"bad,omitempty"`   // why a file cannot be read
}

// Submissions reads submissions: a file, a folder with the files of a submission or, if deep, a folder of such folders.
func Submissions(x *exercise.Exercise, paths []string, deep bool) (all []Submission, err error) {
	for _, path := range paths {
		more, err := submitted(x, path, deep)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no submissions")
	}
	times := map[string]int{}
	for i := range all {
		name := all[i].Name
		if times[name]++; times[name] > 1 {
			all[i].Name = fmt.Sprintf("%s (%d)", name, times[name])
		}
	}
	return all, nil
}

func submitted(x *exercise.Exercise, path string, deep bool) ([]Submission, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	base := strings.ToValidUTF8(filepath.Base(filepath.Clean(path)), "\uFFFD")
	if !info.IsDir() {
		name, file := strings.TrimSuffix(base, filepath.Ext(base)), partFor(x, base)
		if file == base && len(x.Parts) > 0 {
			if dir := filepath.Base(filepath.Dir(path)); dir != "." && dir != string(filepath.Separator) {
				name = dir
			}
		}
		s := Submission{Name: name, Files: map[string]string{}}
		s.read(path, file)
		return []Submission{s}, nil
	}
	s := Submission{Name: base, Files: map[string]string{}}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { // files of operating systems
		hidden := strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(e.Name(), "..")
		return hidden || e.Name() == "__MACOSX"
	})
	for _, e := range entries {
		if !e.IsDir() {
			s.Other = append(s.Other, e.Name())
		}
	}
	for _, p := range x.Parts {
		if name := nearlyNamed(x, p.File, s.Other); name != "" {
			s.read(filepath.Join(path, name), p.File)
			s.Other = slices.DeleteFunc(s.Other, func(other string) bool { return other == name })
		}
	}
	if len(s.Files) > 0 || s.Bad != "" {
		return []Submission{s}, nil
	}
	if !deep {
		if len(entries) == 1 { // the work lies a folder deeper, or has another name
			all, err := submitted(x, filepath.Join(path, entries[0].Name()), false)
			for i := range all {
				all[i].Name = base
			}
			return all, err
		}
		return []Submission{s}, nil
	}
	var all []Submission
	for _, entry := range entries {
		more, err := submitted(x, filepath.Join(path, entry.Name()), false)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// nearlyNamed returns the name of a file of a part: its own, or else the only one that is nearly its own. It is "" if
// there is none.
func nearlyNamed(x *exercise.Exercise, file string, names []string) (found string) {
	if slices.Contains(names, file) {
		return file
	}
	for _, p := range x.Parts {
		if p.File != file && ordinary(p.File) == ordinary(file) { // which of the two parts is meant?
			return ""
		}
	}
	for _, name := range names {
		switch {
		case ordinary(name) != ordinary(file):
		case found != "":
			return ""
		default:
			found = name
		}
	}
	return found
}

// copied finds what systems write behind the name of a file that is handed in again: mine-1, mine (1), mine_2.
var copied = lazy.Compile(`(?: ?\(\d+\)|[-_ ]\d+)$`)

// ordinary returns the name that a file probably had: in small letters, without the number of a copy, and with one
// extension. Example: "Plan (1).txt.txt" is "plan.txt".
func ordinary(name string) string {
	name = strings.ToLower(name)
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if inner := filepath.Ext(stem); inner == ext || ext == ".txt" && len(inner) > 1 {
		return ordinary(stem)
	}
	return copied.Get().ReplaceAllString(stem, "") + ext
}

// partFor returns the file of the part that a submitted file belongs to: the part with this file name or nearly this
// name, or else the first part with the same extension.
func partFor(x *exercise.Exercise, base string) string {
	for _, p := range x.Parts {
		if nearlyNamed(x, p.File, []string{base}) != "" {
			return p.File
		}
	}
	for _, p := range x.Parts {
		if filepath.Ext(p.File) == filepath.Ext(base) {
			return p.File
		}
	}
	return x.Parts[0].File
}

// read reads a file of a submission. Links are not followed.
func (s *Submission) read(path, as string) {
	text, err := puzzle.ReadOrdinary(path)
	var pathError *fs.PathError
	switch {
	case errors.Is(err, puzzle.ErrNotOrdinary):
		s.Bad = as + " is a link, or no ordinary file"
	case errors.As(err, &pathError):
		s.Bad = as + ": " + pathError.Err.Error()
	case err != nil:
		s.Bad = as + ": " + diag.Shown(err.Error())
	default:
		s.Files[as] = diag.Legible(string(text))
	}
}
