package native

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	rt "github.com/pzc-lang/pzc/backends/gogen/rt"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// answer is the answer of a program, with its moves as numbers of the task.
type answer struct {
	rt.Answer
	moves []int
	start []int64 // the codes of all variables
}

const (
	mostOutput    = 1 << 30 // bytes that a program may write
	mostComplaint = 1 << 13 // bytes of its errors that are kept
	lastWait      = 2 * time.Second
)

// run runs the program. When the context ends, the program and all its child processes are ended, and its last progress
// is the answer.
func (b *built) run(ctx context.Context, t *task.Task, w *way, o backends.Options, order *rt.Order,
	say func(backends.Progress),
) (*answer, error) {
	asked, err := json.Marshal(order)
	if err != nil {
		return nil, fmt.Errorf("the program that was built cannot be run: %w", err)
	}
	alive, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(alive, b.path, string(asked))
	cmd.Env = runEnvironment(o)
	cmd.WaitDelay = lastWait
	ownGroup(cmd)
	complaint := &head{most: mostComplaint}
	cmd.Stderr = complaint
	in, err := cmd.StdinPipe() // stays open until this process ends; then the program ends, too
	if err != nil {
		return nil, fmt.Errorf("the program that was built cannot be run: %w", err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("the program that was built cannot be run: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the program that was built cannot be run: %w", err)
	}
	last, found, damage := listen(out, func(st rt.Stats) { say(w.about(st)) })
	if damage != nil {
		stop()
	}
	ended := cmd.Wait()
	if found == nil && ctx.Err() != nil {
		last.Status, last.Reason = rt.Unknown, "stopped after "+text.Count(last.Stats.Expanded, "state")
		return &answer{Answer: last}, nil
	}
	if err := agree(found, damage, ended, complaint.String()); err != nil {
		return nil, err
	}
	return check(t, found)
}

// listen reads all lines. It returns the last progress and the answer.
func listen(out io.Reader, progress func(rt.Stats)) (last rt.Answer, found *rt.Answer, damage error) {
	in := json.NewDecoder(io.LimitReader(out, mostOutput))
	in.DisallowUnknownFields()
	for {
		var line rt.Line
		err := in.Decode(&line)
		switch {
		case errors.Is(err, io.EOF):
			return last, found, nil
		case err != nil:
			return last, found, err
		case found != nil || (line.Progress == nil) == (line.Answer == nil):
			return last, found, errors.New("a line that is neither progress nor the one answer")
		case line.Answer != nil:
			found = line.Answer
		default:
			last.Stats = *line.Progress
			progress(last.Stats)
		}
	}
}

// exits maps statuses of answers to exit statuses.
var exits = map[rt.Status]int{rt.Solved: 0, rt.Unsolvable: 1, rt.Unknown: 3}

// agree returns the fault in the exit of a program, or nil.
func agree(found *rt.Answer, damage, ended error, complaint string) error {
	var exit *exec.ExitError
	code := 0
	if errors.As(ended, &exit) {
		code = exit.ExitCode()
	} else if ended != nil && damage == nil {
		return fmt.Errorf("the program that was built cannot be run: %w", ended)
	}
	said, _, _ := strings.Cut(strings.TrimSpace(complaint), "\n")
	if said == "" {
		said = "it says nothing"
	}
	switch {
	case damage != nil && code <= 0:
		return fmt.Errorf("the program that was built did not answer as it should: %w (%s)", damage, said)
	case found == nil && exit != nil:
		return fmt.Errorf("the program that was built ended without an answer: %s (%s)", exit.ProcessState, said)
	case found == nil:
		return fmt.Errorf("the program that was built ended without an answer (%s)", said)
	}
	if want, ok := exits[found.Status]; !ok || code != want || damage != nil {
		return fmt.Errorf("the program that was built says %q, which is not what its exit status %d means (%s)", found.Status,
			code, said)
	}
	return nil
}

// check finds the moves of an answer in the task.
func check(t *task.Task, found *rt.Answer) (*answer, error) {
	a := &answer{Answer: *found}
	if a.Status == rt.Solved && !a.Found || a.Status == rt.Unsolvable && a.Found || a.Status != rt.Solved && a.Optimal {
		return nil, errors.New("the program that was built contradicts itself")
	}
	number := make(map[string]int, len(t.Moves))
	for i := range t.Moves {
		number[t.Moves[i].Name] = i
	}
	for _, name := range a.Plan {
		m, ok := number[name]
		if !ok {
			return nil, fmt.Errorf("the program that was built makes a move that there is not, %q", name)
		}
		a.moves = append(a.moves, m)
	}
	return a, a.begin(t)
}

// begin finds the state from which the plan starts.
func (a *answer) begin(t *task.Task) error {
	a.start = slices.Clone(t.Init)
	if !a.Found {
		return nil
	}
	n := 0
	for i, free := range t.Free {
		if !free {
			continue
		}
		if n >= len(a.Start) || a.Start[n] < 0 || a.Start[n] >= len(t.Vars[i].Values) {
			return errors.New("the program that was built chooses values that there are not")
		}
		a.start[i] = t.Vars[i].Values[a.Start[n]]
		n++
	}
	if n != len(a.Start) {
		return errors.New("the program that was built chooses values that there are not")
	}
	return nil
}

func memory(o backends.Options) int64 {
	if o.Memory == 0 {
		return backends.DefaultMemory
	}
	return max(o.Memory, 1<<20)
}

// runEnvironment keeps the program's memory and threads within the limits.
func runEnvironment(o backends.Options) []string { return append(os.Environ(), limits(o)...) }

func limits(o backends.Options) []string {
	env := []string{"GOTRACEBACK=single", "GOMEMLIMIT=" + strconv.FormatInt(memory(o), 10)}
	if o.Threads > 0 {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(o.Threads))
	}
	return env
}

// doing returns the algorithm that is running.
func (w *way) doing(st rt.Stats) string {
	switch {
	case w.algorithm != gogen.Auto:
		return w.algorithm
	case st.Deepened:
		return "idastar"
	}
	return "astar"
}

// about returns progress in the form of the search backend.
func (w *way) about(st rt.Stats) backends.Progress {
	p := backends.Progress{Doing: w.doing(st) + ", native", Done: int64(st.Expanded), Unit: "state"}
	if w.trusted() && st.Bound > 0 {
		p.Level, p.At = "cost at least", int64(st.Bound)
	}
	return p
}

// head keeps the beginning of the written bytes.
type head struct {
	text []byte
	most int
}

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), h.most-len(h.text))]...)
	return len(p), nil
}

func (h *head) String() string { return string(h.text) }
