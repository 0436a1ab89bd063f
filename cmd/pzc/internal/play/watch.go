package play

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Watch sets how a puzzle follows its files.
type Watch struct {
	// Files are the files that are looked at first.
	Files []string
	// Reload compiles the puzzle again. Problems says why there is none, with places and lines. Files are those that were
	// read, also if there are problems.
	Reload func() (z *puzzle.Puzzle, problems string, files []string)
	// Wait waits until it is time to look at the files again; nil: the test says when.
	Wait func()
}

// watching stores the states of the files when they were read.
type watching struct {
	*Watch
	stamps map[string]stamp
	busy   bool // the puzzle is being compiled
}

// stamp identifies a saved version of a file.
type stamp struct {
	time   time.Time
	size   int64
	folder bool
}

// lookMsg signals that it is time to check the files.
type lookMsg struct{}

type reloadedMsg struct {
	z        *puzzle.Puzzle
	problems string
}

func newWatching(w *Watch) *watching {
	out := &watching{Watch: w, stamps: map[string]stamp{}}
	out.follow(w.Files)
	return out
}

// follow stores the states of the files. It keeps files that were followed before, because an error may hide that they
// are used.
func (w *watching) follow(files []string) {
	for _, file := range files {
		for _, name := range []string{file, filepath.Dir(file)} {
			if _, known := w.stamps[name]; !known {
				w.stamps[name] = stampOf(name)
			}
		}
	}
}

// stampOf returns the zero stamp for a file that is not there.
func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size(), info.IsDir()}
}

// changed reports whether a file was saved since the last call. A file that has gone is not: editors write a file again
// under its name. While there are problems, a file that is missing may have come to a folder.
func (w *watching) changed(problems bool) (changed bool) {
	for file, before := range w.stamps {
		now := stampOf(file)
		if now != (stamp{}) && now != before {
			w.stamps[file] = now
			changed = changed || problems || !now.folder
		}
	}
	return changed
}

// wait starts to wait for the next look at the files.
func (p *Player) wait() tea.Cmd {
	if p.watch == nil || p.watch.Wait == nil {
		return nil
	}
	return func() tea.Msg {
		p.watch.Wait()
		return lookMsg{}
	}
}

// lookAtFiles compiles the puzzle again if a file was saved.
func (p *Player) lookAtFiles() tea.Cmd {
	if p.watch.busy || !p.watch.changed(p.problems != "") {
		return p.wait()
	}
	p.watch.busy = true
	return func() tea.Msg {
		z, problems, files := p.watch.Reload()
		p.watch.follow(files) // nobody else looks at the stamps while busy
		return reloadedMsg{z, problems}
	}
}

// reloaded continues with the puzzle that was compiled again, in the same position if it can be reached.
func (p *Player) reloaded(m reloadedMsg) tea.Cmd {
	p.watch.busy = false
	if p.problems = m.problems; m.z == nil {
		return p.wait()
	}
	before := p.game
	if err := p.open(m.z); err != nil {
		p.problems = err.Error()
		return p.wait()
	}
	p.page = nil
	done := p.limited()
	p.say("Reloaded%s.", p.game.resume(before))
	done()
	return tea.Batch(p.game.look(), p.wait())
}

// resume makes the moves of the previous game up to the first move that is not applicable.
func (p *moving) resume(before game) string {
	old, ok := before.(*moving)
	if !ok {
		return ": it has moves now"
	}
	p.all = old.all
	byName := map[string]puzzle.GameMove{}
	for _, m := range p.game.Moves() {
		byName[m.Name] = m
	}
	why := ""
	for _, s := range old.steps {
		state := p.game.Start
		if n := len(p.steps); n > 0 {
			state = p.steps[n-1].State
		}
		step, no := puzzle.Step{}, "there is no such move"
		if m, known := byName[s.Move]; known {
			step, no = p.game.Try(state, m)
		}
		if no != "" {
			why = fmt.Sprintf(": move %d of %d, %s, cannot be made any more: %s", len(p.steps)+1, len(old.steps), s.Move,
				strings.TrimPrefix(diag.OneLine(no), "`"+s.Move+"` cannot be made: "))
			break
		}
		p.steps = append(p.steps, step)
	}
	if p.at = min(old.at, len(p.steps)); p.at == old.at {
		why = ""
	}
	p.list()
	return why
}

// pointAgain chooses the cell in the row and column of the one that was chosen, if there is such a cell.
func (p *forming) pointAgain(old *forming) {
	s := old.spot
	if s.board < 0 || s.board >= len(p.filled.Boards) {
		return
	}
	was, b := &old.filled.Boards[s.board], &p.filled.Boards[s.board]
	if row, col := s.cell/max(was.Cols, 1), s.cell%max(was.Cols, 1); row < b.Rows && col < b.Cols {
		s.cell = row*b.Cols + col
		p.spot = s
	}
}

// resume fills in the values of the previous form whose elements still exist.
func (p *forming) resume(before game) string {
	old, ok := before.(*forming)
	if !ok {
		return ": it is filled in now"
	}
	given := map[int]int64{}
	var lost []string
	for place, value := range old.filled.Given {
		line := old.form.Write(map[int]int64{place: value})
		read, err := p.form.Read(puzzle.Text{Name: "values", Text: line})
		for place, value := range read {
			given[place] = value
		}
		if err != nil || len(read) == 0 {
			lost = append(lost, strings.TrimSpace(line))
		}
	}
	p.past, p.at = append(p.past[:1], given), 1
	p.judge()
	p.pointAgain(old)
	if slices.Sort(lost); len(lost) > 0 {
		return fmt.Sprintf(": %s could not be kept: %s", text.Count(len(lost), "value"), strings.Join(lost, ", "))
	}
	return ""
}
