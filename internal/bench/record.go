package bench

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Setting is where and how runs were measured. Figures of different settings are not put into one file.
type Setting struct {
	Version   string `json:"version"` // of pzc
	Go        string `json:"go"`
	System    string `json:"system"`
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	Limits    string `json:"limits"`
}

// Here returns the setting of this machine.
func Here(version string, l Limits) Setting {
	timeout, memory, threads := "none", "pzc's own", "all cores"
	if l.Timeout > 0 {
		timeout = l.Timeout.String()
	}
	if l.Memory > 0 {
		memory = fmt.Sprintf("%d bytes", l.Memory)
	}
	if l.Threads > 0 {
		threads = strconv.Itoa(l.Threads)
	}
	if l.Work > 0 {
		threads += ", work " + strconv.FormatInt(l.Work, 10)
	}
	return Setting{
		Version: version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, Processor: processor(),
		Cores:  runtime.NumCPU(),
		Limits: fmt.Sprintf("time %s, memory %s, threads %s", timeout, memory, threads),
	}
}

// processor returns the name of the processor where the system tells it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// lines are the setting as comments at the head of a file.
func (s Setting) lines() []string {
	return []string{
		"# pzc " + s.Version + ", " + s.Go + ", " + s.System,
		fmt.Sprintf("# %s, %d cores", s.Processor, s.Cores),
		"# limits of a run: " + s.Limits,
	}
}

// head is the beginning of a file.
func (s Setting) head() string {
	return strings.Join(append(s.lines(), strings.Join(columns(), ",")), "\n") + "\n"
}

func columns() []string {
	return []string{
		"file", "instance", "backend", "algorithm", "heuristic", "without", "repeat", "status", "optimal", "cost", "length",
		"nodes", "horizon", "cpu_seconds", "wall_seconds", "peak_bytes", "reason",
	}
}

// Record is a CSV file of runs, to which each is written when it has ended: after an interruption the rest can be
// measured later. The zero value keeps runs in memory alone.
type Record struct {
	Runs []*Run // those that the file had, and those added
	file *os.File
}

// Open opens a record, or begins one. A file that was made elsewhere, or is no record, is an error and stays as it is.
func Open(name string, s Setting) (*Record, error) {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r := &Record{}
	whole := int64(0)
	// otherwise it was cut off before the first run
	if begun := s.head(); !strings.HasPrefix(begun, string(old)) || string(old) == begun {
		if r.Runs, whole, err = parse(string(old), s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if r.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	if err := r.begin(s, whole); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// begin goes to where the next run is written: after the head of a new file, or after the last whole line.
func (r *Record) begin(s Setting, whole int64) error {
	if err := r.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := r.file.Seek(whole, io.SeekStart); err != nil || whole > 0 {
		return err
	}
	_, err := r.file.WriteString(s.head())
	return err
}

// parse reads a record; whole is the length without a last run that was cut off.
func parse(text string, s Setting) (runs []*Run, whole int64, err error) {
	text = text[:strings.LastIndexByte(text, '\n')+1]
	head := strings.Join(s.lines(), "\n") + "\n"
	if !strings.HasPrefix(text, head) {
		if strings.HasPrefix(text, "# pzc ") {
			return nil, 0, errors.New("it was measured by another version, on another machine or with other limits; give " +
				"another file")
		}
		return nil, 0, errors.New("the file is no record of pzc bench; give another one")
	}
	body := text[len(head):]
	reader := csv.NewReader(strings.NewReader(body))
	if row, err := reader.Read(); err != nil || !slices.Equal(row, columns()) {
		return nil, 0, errors.New("its columns are not those of pzc bench; give another file")
	}
	for {
		whole = int64(len(head)) + reader.InputOffset()
		row, err := reader.Read()
		// within a reason of several lines
		if errors.Is(err, io.EOF) || err != nil && int(reader.InputOffset()) == len(body) {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		run, err := fromRow(row)
		if err != nil {
			return nil, 0, fmt.Errorf("run %d: %w", len(runs)+1, err)
		}
		runs = append(runs, run)
	}
	return runs, whole, nil
}

// done finds a run that the record has.
func (r *Record) done(c Case, repeat int) (*Run, bool) {
	for _, run := range r.Runs {
		if run.Case == c && run.Repeat == repeat {
			return run, true
		}
	}
	return nil, false
}

// add writes a run.
func (r *Record) add(run *Run) error {
	r.Runs = append(r.Runs, run)
	if r.file == nil {
		return nil
	}
	return writeCSV(r.file, run)
}

// Close closes the file.
func (r *Record) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// writeCSV writes runs as lines of a record.
func writeCSV(w io.Writer, runs ...*Run) error {
	buffered := bufio.NewWriter(w)
	c := csv.NewWriter(buffered)
	for _, run := range runs {
		if err := c.Write(run.row()); err != nil {
			return err
		}
	}
	c.Flush()
	return errors.Join(c.Error(), buffered.Flush())
}

func (r *Run) row() []string {
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	time := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	return []string{
		r.File, r.Instance, r.Backend, r.Algorithm, r.Heuristic, r.Without, strconv.Itoa(r.Repeat), r.Status,
		strconv.FormatBool(r.Optimal), number(r.Cost), number(r.Length), number(r.Nodes), number(r.Horizon), time(r.CPU),
		time(r.Wall), strconv.FormatInt(r.Peak, 10), r.Reason,
	}
}

func fromRow(row []string) (*Run, error) {
	var wrong error
	note := func(err error) {
		if wrong == nil {
			wrong = err
		}
	}
	number := func(text string) *int64 {
		if text == "" {
			return nil
		}
		n, err := strconv.ParseInt(text, 10, 64)
		note(err)
		return &n
	}
	time := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		note(err)
		return x
	}
	r := &Run{Case: Case{
		File: row[0], Instance: row[1], Backend: row[2], Algorithm: row[3], Heuristic: row[4], Without: row[5],
	}, Status: row[7], Optimal: row[8] == "true", Reason: row[16]}
	repeat, err := strconv.Atoi(row[6])
	note(err)
	r.Repeat = repeat
	r.Cost, r.Length, r.Nodes, r.Horizon = number(row[9]), number(row[10]), number(row[11]), number(row[12])
	r.CPU, r.Wall = time(row[13]), time(row[14])
	peak := number(row[15])
	if peak != nil {
		r.Peak = *peak
	}
	return r, wrong
}
