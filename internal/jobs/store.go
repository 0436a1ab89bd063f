// Package jobs shares work among machines by a folder, or by a program that reaches another place.
//
// A Job is a piece of work that gives the same output wherever it is done. Its key is the hash of all that the output
// depends on, so a result is stored once and is never computed again. A Worker takes jobs, and a Request puts jobs and
// collects their results. The package knows nothing of what jobs do.
package jobs

// The place has five folders, whose files are named by keys:
//
//	files    texts, by their own hash
//	waiting  jobs that nobody works on
//	taken    jobs that somebody works on
//	results  results
//	out      workers that gave a wrong result, by name, and why
//
// A worker takes a job by moving its file from waiting to taken: of several workers, one succeeds. While it works, it
// renews the file. If others see no change for the time of a lease, they move the file back. Each
// measures the lease by its own clock, so the clocks of different machines are not compared. A job may be done twice.
// That costs time only: the first result stays, and a second result must be equal.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Job is a piece of work.
type Job struct {
	Kind    string            `json:"kind"`    // a command
	Args    []string          `json:"args"`    // what the command reads: files of the job, and - for the input
	Flags   []string          `json:"flags"`   // of the command
	Build   string            `json:"build"`   // the hash of the program that must do it
	Files   map[string]string `json:"files"`   // the hashes of the files that it reads, by name
	Input   string            `json:"input"`   // the hash of what it reads from standard input
	Timeout time.Duration     `json:"timeout"` // the limit of time
	Memory  int64             `json:"memory"`  // the limit of memory in bytes
}

// Result is what a job gave. If a limit was reached, Decided is false, and the job may be done again.
type Result struct {
	Worker  string `json:"worker"`
	Decided bool   `json:"decided"`
	Output  string `json:"output"`
	Figures string `json:"figures,omitempty"` // what may differ from one machine to another
	Failed  string `json:"failed,omitempty"`  // why there is no output
}

// equal reports whether two results of a job may both be right.
func (r *Result) equal(other *Result) bool {
	return !r.Decided || !other.Decided || r.Output == other.Output && r.Failed == other.Failed
}

const (
	files   = "files"
	waiting = "waiting"
	taken   = "taken"
	results = "results"
	out     = "out"
)

func folders() []string { return []string{files, waiting, taken, results, out} }

// A text of a job has at most mostText bytes. Entries are removed after mostAge, and the oldest earlier if all together
// take more than mostSize bytes.
const (
	mostText = 64 << 20
	mostAge  = 30 * 24 * time.Hour
	mostSize = 1 << 30
)

// place is where the five folders are. Errors are fs.ErrNotExist and fs.ErrExist where that is the reason.
type place interface {
	names(folder string) ([]string, error)
	read(folder, name string) ([]byte, error)
	write(folder, name string, text []byte) error  // replaces what is there
	create(folder, name string, text []byte) error // fails if there is one
	move(from, to, name string) error              // of several at a time, one succeeds
	renew(folder, name string) error               // changes the version
	version(folder, name string) (int64, error)
	remove(folder, name string) error
	expire(age time.Duration, size int64)
	close()
}

// Store is a place for jobs. Its methods may be called from several goroutines.
type Store struct {
	place
	Say   func(text string) // told of what somebody should know, once each
	Lease time.Duration     // for how long a job that was taken may show no life
	dir   string            // the name of the place

	one    sync.Mutex
	stored map[string]bool // hashes of texts that are in the folder
	next   []string        // keys of jobs that waited when the folder was read
	seen   map[string]sighting
	left   map[string]bool // keys of jobs that are left to others
	said   map[string]bool
}

// sighting is when a taken job last showed life.
type sighting struct {
	version int64     // changes if it is renewed
	seen    time.Time // by our clock
}

// newStore returns the store in a place that errors call by a name.
func newStore(at place, name string, lease time.Duration, say func(string)) *Store {
	return &Store{
		Say: say, Lease: lease, place: at, dir: name,
		stored: map[string]bool{}, seen: map[string]sighting{}, left: map[string]bool{}, said: map[string]bool{},
	}
}

// Close ends the use of a store.
func (s *Store) Close() { s.close() }

// plain returns the reason of an error of a file without the names of files.
func plain(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func (s *Store) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.one.Lock()
	first := !s.said[text]
	s.said[text] = true
	s.one.Unlock()
	if first {
		s.Say(text)
	}
}

// hashOf returns the hash of a text, in hexadecimal digits.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Build returns the hash of the running program.
var Build = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
})

// isKey reports whether the name of a file is a hash.
func isKey(name string) bool {
	return len(name) == 2*sha256.Size && strings.Trim(name, "0123456789abcdef") == ""
}

func encode(v any) []byte {
	text, _ := json.Marshal(v) // strings, numbers and maps only
	return text
}

func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if d.More() {
		return errors.New("text follows")
	}
	return nil
}

// key returns the key of a job.
func (j *Job) key() string { return hashOf(encode(j)) }

// Text stores a text and returns its hash.
func (s *Store) Text(text []byte) (string, error) {
	hash := hashOf(text)
	s.one.Lock()
	known := s.stored[hash]
	s.one.Unlock()
	if known {
		return hash, nil
	}
	err := s.create(files, hash, text)
	if errors.Is(err, fs.ErrExist) {
		old, bad := s.read(files, hash)
		if err = s.renew(files, hash); err != nil || bad != nil || !bytes.Equal(old, text) {
			err = s.write(files, hash, text)
		}
	}
	if err != nil {
		return "", fmt.Errorf("%s: a text cannot be stored: %w", s.dir, plain(err))
	}
	s.one.Lock()
	s.stored[hash] = true
	s.one.Unlock()
	return hash, nil
}

// text returns a stored text.
func (s *Store) text(hash string) ([]byte, error) {
	if !isKey(hash) {
		return nil, errors.New("no hash of a text")
	}
	text, err := s.read(files, hash)
	if err == nil && hashOf(text) != hash {
		err = errors.New("a text is damaged")
	}
	return text, err
}

// put lets a job wait for a worker.
func (s *Store) put(key string, j *Job) error {
	if err := s.write(waiting, key, encode(j)); err != nil {
		return fmt.Errorf("%s: a job cannot be stored: %w", s.dir, plain(err))
	}
	return nil
}

// keys lists the keys in a folder.
func (s *Store) keys(folder string) ([]string, error) {
	names, err := s.names(folder)
	return slices.DeleteFunc(names, func(name string) bool { return !isKey(name) }), err
}

// take takes a job that accept does not refuse. It returns nil if none waits.
func (s *Store) take(accept func(key string, j *Job) error) (string, *Job, error) {
	s.one.Lock()
	defer s.one.Unlock()
	if len(s.next) == 0 {
		if err := s.redeliver(); err != nil {
			return "", nil, err
		}
		keys, err := s.keys(waiting)
		if err != nil {
			return "", nil, err
		}
		rand.Shuffle(len(keys), func(i, k int) { keys[i], keys[k] = keys[k], keys[i] }) // workers seldom want the same
		s.next = keys
	}
	for len(s.next) > 0 {
		key := s.next[0]
		s.next = s.next[1:]
		if j, err := s.grab(key, accept); j != nil || err != nil {
			return key, j, err
		}
	}
	return "", nil, nil
}

// grab takes a job by its key. It returns nil if that is not possible.
func (s *Store) grab(key string, accept func(key string, j *Job) error) (*Job, error) {
	if s.left[key] {
		return nil, nil
	}
	text, err := s.read(waiting, key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, errLost):
		return nil, err
	}
	j := &Job{}
	if err == nil {
		err = decode(text, j)
	}
	if err == nil && j.key() != key {
		err = errors.New("its name is not its key")
	}
	if err != nil {
		s.left[key] = true
		s.Say(fmt.Sprintf("%s/%s/%s is not a job, and stays there: %v", s.dir, waiting, key, plain(err)))
		return nil, nil
	}
	if err := accept(key, j); err != nil {
		s.left[key] = true
		if why := err.Error(); why != "" && !s.said[why] {
			s.said[why] = true
			s.Say(why)
		}
		return nil, nil
	}
	if _, err := s.version(results, key); err == nil { // it was put again while its result was written
		_ = s.remove(waiting, key)
		return nil, nil
	}
	if s.move(waiting, taken, key) != nil {
		return nil, nil
	}
	return j, nil
}

// redeliver lets jobs wait again whose workers show no life.
func (s *Store) redeliver() error {
	keys, err := s.keys(taken)
	if err != nil {
		return err
	}
	before := s.seen
	s.seen = map[string]sighting{}
	for _, key := range keys {
		version, err := s.version(taken, key)
		if err != nil {
			continue
		}
		last, known := before[key]
		switch {
		case !known || last.version != version:
			s.seen[key] = sighting{version, time.Now()}
		case time.Since(last.seen) < s.Lease:
			s.seen[key] = last
		default:
			s.back(key) // another worker may be faster
		}
	}
	return nil
}

// back lets a job wait again.
func (s *Store) back(key string) { _ = s.move(taken, waiting, key) }

// leave leaves a job to others.
func (s *Store) leave(key string) {
	s.one.Lock()
	s.left[key] = true
	s.one.Unlock()
	s.back(key)
}

// withdraw removes a job, which ends the work on it.
func (s *Store) withdraw(key string) {
	_ = s.remove(waiting, key)
	_ = s.remove(taken, key)
}

// finish stores the result of a job. The first one stays unless it is undecided.
func (s *Store) finish(key string, r *Result) error {
	text := encode(r)
	err := s.create(results, key, text)
	if errors.Is(err, fs.ErrExist) {
		first, bad := s.result(key)
		switch {
		case bad != nil || !first.Decided && r.Decided:
			err = s.write(results, key, text)
		case !first.equal(r):
			s.say("job %.12s is not deterministic: workers %s and %s differ; the first result stays",
				key, first.Worker, r.Worker)
			fallthrough
		default:
			err = nil
		}
	}
	if err != nil {
		s.back(key)
		return fmt.Errorf("%s: a result cannot be stored: %w", s.dir, plain(err))
	}
	s.withdraw(key)
	return nil
}

// result returns the result of a job.
func (s *Store) result(key string) (*Result, error) {
	text, err := s.read(results, key)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	if err := decode(text, r); err != nil {
		return nil, err
	}
	if r.Worker == "" {
		return nil, errors.New("it names no worker")
	}
	return r, nil
}

// leaveOut tells a worker that its results are wrong.
func (s *Store) leaveOut(worker, why string) error {
	return s.write(out, hashOf([]byte(worker)), []byte(why))
}

// leftOut returns why a worker is left out, "" if it is not.
func (s *Store) leftOut(worker string) string {
	text, err := s.read(out, hashOf([]byte(worker)))
	if err != nil {
		return ""
	}
	return string(text)
}

// discard removes a result.
func (s *Store) discard(key string) error {
	if err := s.remove(results, key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: a result cannot be removed: %w", s.dir, plain(err))
	}
	return nil
}
