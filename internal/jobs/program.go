package jobs

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"sync"
	"time"
)

// program is a place that another program knows how to reach. It answers calls, one at a time.
type program struct {
	name string
	one  sync.Mutex
	end  func() error
	to   *json.Encoder
	from *json.Decoder
}

// call is what the program is to do: the name of a method of place, and its arguments.
type call struct {
	Op     string `json:"op"`
	Folder string `json:"folder"`
	Name   string `json:"name"`
	To     string `json:"to"`
	Text   []byte `json:"text"`
}

// errLost is in the chain of an error if the place cannot be reached at the time.
var errLost = errors.New("")

// answer is what the method returns.
type answer struct {
	Names   []string `json:"names"`
	Text    []byte   `json:"text"`
	Version int64    `json:"version"`
	Error   string   `json:"error"`
	Is      string   `json:"is"` // missing, there, lost
}

// Start starts a program that reaches a place. It also returns the address of the place for other machines.
func Start(command []string, errs io.Writer, lease time.Duration, say func(string)) (*Store, string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = errs
	to, err1 := cmd.StdinPipe()
	from, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		return nil, "", fmt.Errorf("%s cannot be started: %w", command[0], err)
	}
	p := &program{name: command[0], to: json.NewEncoder(to), from: json.NewDecoder(from)}
	p.end = sync.OnceValue(func() error {
		_ = to.Close()
		return cmd.Wait()
	})
	a, err := p.answer()
	if err == nil && len(a.Names) != 1 {
		err = fmt.Errorf("%s does not answer as this version of pzc wants", p.name)
	}
	if err != nil {
		p.close()
		return nil, "", err
	}
	return newStore(p, "NATS", lease, say), a.Names[0], nil
}

func (p *program) close() { _ = p.end() }

func (p *program) answer() (a answer, err error) {
	if err := p.from.Decode(&a); err != nil {
		return a, fmt.Errorf("%s ended, which nobody asked for (%w); run this again, and it goes on where it was",
			p.name, cmp.Or(p.end(), errors.New("exit status 0")))
	}
	switch {
	case a.Is == "missing":
		err = fs.ErrNotExist
	case a.Is == "there":
		err = fs.ErrExist
	case a.Is == "lost":
		err = fmt.Errorf("%s%w", a.Error, errLost)
	case a.Error != "":
		err = errors.New(a.Error)
	}
	return a, err
}

func (p *program) call(c call) (answer, error) {
	p.one.Lock()
	defer p.one.Unlock()
	_ = p.to.Encode(c) // if the program ended, there is no answer
	return p.answer()
}

func (p *program) names(folder string) ([]string, error) {
	a, err := p.call(call{Op: "names", Folder: folder})
	return a.Names, err
}

func (p *program) read(folder, name string) ([]byte, error) {
	a, err := p.call(call{Op: "read", Folder: folder, Name: name})
	return a.Text, err
}

func (p *program) version(folder, name string) (int64, error) {
	a, err := p.call(call{Op: "version", Folder: folder, Name: name})
	return a.Version, err
}

func (p *program) do(c call) error {
	_, err := p.call(c)
	return err
}

func (p *program) write(f, name string, text []byte) error {
	return p.do(call{Op: "write", Folder: f, Name: name, Text: text})
}

func (p *program) create(f, name string, text []byte) error {
	return p.do(call{Op: "create", Folder: f, Name: name, Text: text})
}

func (p *program) move(from, to, name string) error {
	return p.do(call{Op: "move", Folder: from, Name: name, To: to})
}

func (p *program) renew(f, name string) error { return p.do(call{Op: "renew", Folder: f, Name: name}) }

func (p *program) remove(f, name string) error {
	return p.do(call{Op: "remove", Folder: f, Name: name})
}

// expire does nothing: entries have an age at which they are removed.
func (p *program) expire(time.Duration, int64) {}
