package class

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/text"
)

// keeping is the file that keeps reports, one on each line. A nil *keeping keeps nothing.
type keeping struct {
	file *os.File
	of   map[string]grading.Report
}

func openKeeping(name string) (*keeping, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	k := &keeping{file, map[string]grading.Report{}}
	all, err := io.ReadAll(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	for _, line := range bytes.Split(all, []byte("\n")) {
		var r grading.Report
		if json.Unmarshal(line, &r) == nil && r.Key != "" { // the last line may have been cut off
			k.of[r.Key] = r
		}
	}
	if len(all) > 0 && all[len(all)-1] != '\n' {
		_, err = file.WriteString("\n")
	}
	return k, err
}

func (k *keeping) find(key, name string) *grading.Report {
	if k == nil {
		return nil
	}
	r, ok := k.of[key]
	if r.Submission = name; !ok {
		return nil
	}
	return &r
}

func (k *keeping) add(r *grading.Report) error {
	if k == nil {
		return nil
	}
	if _, known := k.of[r.Key]; known {
		return nil
	}
	k.of[r.Key] = *r
	line, err := text.JSON(r)
	if err != nil {
		return err
	}
	_, err = k.file.Write(append(bytes.TrimRight(line, "\n"), '\n'))
	return err
}

func (k *keeping) close() {
	if k != nil {
		_ = k.file.Close()
	}
}

// exerciseKey is a key of all files of an exercise and, if reports are kept, of the program: another build may grade in
// another way.
func exerciseKey(x *exercise.Exercise, kept bool) (string, error) {
	h := sha256.New()
	if kept {
		build, err := jobs.Build()
		if err != nil {
			return "", err
		}
		_, _ = io.WriteString(h, build)
	}
	err := Files(x, func(name string, text []byte) error {
		_, err := fmt.Fprintf(h, "%q %q\n", name, text)
		return err
	})
	return string(h.Sum(nil)), err
}

// Files calls use with each file of an exercise, in the order of their names.
func Files(x *exercise.Exercise, use func(name string, text []byte) error) error {
	return fs.WalkDir(os.DirFS(x.Folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(x.Folder, name))
		return errors.Join(err, use(name, text))
	})
}

func submissionKey(exercise string, s *Submission) string {
	h := sha256.New()
	_, _ = io.WriteString(h, exercise)
	written, _ := json.Marshal([]any{s.Files, s.Other, s.Bad}) // sorted by name
	_, _ = h.Write(written)
	return hex.EncodeToString(h.Sum(nil))
}
