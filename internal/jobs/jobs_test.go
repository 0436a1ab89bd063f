package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// said keeps what a store says.
type said struct {
	one  sync.Mutex
	text string
}

func (s *said) say(text string) {
	s.one.Lock()
	defer s.one.Unlock()
	s.text += text + "\n"
}

// upper is a worker whose jobs turn their input into capitals.
func upper(t testing.TB, dir, name string) (Worker, *said) {
	t.Helper()
	all := &said{}
	open := Open
	if strings.HasPrefix(dir, "nats:") {
		open = func(dir string, lease time.Duration, say func(string)) (*Store, error) {
			program, err := natsProgram()
			require.NoError(t, err)
			s, _, err := Start([]string{program, "1", dir}, os.Stderr, lease, say)
			return s, err
		}
	}
	s, err := open(dir, time.Minute, all.say)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return Worker{
		Store: s, Name: name, Once: true, Accept: func(string, *Job) error { return nil },
		Do: func(_ context.Context, _ string, _ *Job, input []byte) Result {
			return Result{Decided: true, Output: strings.ToUpper(string(input))}
		},
	}, all
}

// natsProgram is pzc-nats, built for the tests.
var natsProgram = sync.OnceValues(func() (string, error) {
	program, err := filepath.Abs("../../bin/test-pzc-nats")
	if err != nil {
		return "", err
	}
	text, err := exec.Command("go", "build", "-C", "../../cmd/pzc-nats", "-o", program).CombinedOutput()
	if err != nil {
		err = errors.New(string(text))
	}
	return program, err
})

// runner is a test or a benchmark.
type runner[T any] interface {
	testing.TB
	Run(name string, test func(T)) bool
}

// inEach tests what must hold in a folder and in a server.
func inEach[T runner[T]](t T, test func(t T, dir string)) {
	t.Helper()
	t.Run("folder", func(t T) { test(t, t.TempDir()) })
	t.Run("NATS", func(t T) {
		program, err := natsProgram()
		if err != nil {
			t.Skip("pzc-nats cannot be built: ", err)
		}
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		server, address, err := Start([]string{program, "1", "serve:0"}, os.Stderr, time.Minute, nil)
		require.NoError(t, err)
		t.Cleanup(server.Close)
		test(t, address)
	})
}

func requested(t testing.TB, w Worker, n int) (jobs []Job, want []string) {
	t.Helper()
	for i := range n {
		text := fmt.Sprintf("job %d", i)
		input, err := w.Text([]byte(text))
		require.NoError(t, err)
		jobs, want = append(jobs, Job{Kind: "upper", Input: input}), append(want, strings.ToUpper(text))
	}
	return jobs, want
}

// ask asks for jobs and returns their outputs.
func ask(t testing.TB, w Worker, jobs []Job) []string {
	t.Helper()
	last := 0
	r := Request{Worker: w, Local: 1, Progress: func(n int) { last = n }}
	r.Check = func(r *Result) error {
		if !strings.HasPrefix(r.Output, "JOB ") {
			return errors.New("no output of such a job")
		}
		return nil
	}
	done, err := r.All(t.Context(), jobs)
	require.NoError(t, err)
	assert.Equal(t, len(jobs), last)
	var outputs []string
	for _, d := range done {
		outputs = append(outputs, d.Output)
	}
	return outputs
}

// put lets jobs wait without asking for them.
func put(t *testing.T, w Worker, jobs []Job) {
	t.Helper()
	for i := range jobs {
		require.NoError(t, w.put(jobs[i].key(), &jobs[i]))
	}
}

// TestDoneOnce: a job that was done is not done again.
func TestDoneOnce(t *testing.T) { inEach(t, testDoneOnce) }

func testDoneOnce(t *testing.T, dir string) {
	t.Helper()
	w, _ := upper(t, dir, "asker")
	times, do := atomic.Int64{}, w.Do
	w.Do = func(ctx context.Context, folder string, j *Job, input []byte) Result {
		times.Add(1)
		return do(ctx, folder, j, input)
	}
	jobs, want := requested(t, w, 50)
	assert.Equal(t, want, ask(t, w, jobs))
	assert.Equal(t, want, ask(t, w, jobs))
	assert.EqualValues(t, 50, times.Load())
}

// TestForgedResults: a worker whose results are wrong is left out and told, and all its jobs are done again.
func TestForgedResults(t *testing.T) {
	for name, forged := range map[string]string{"unreadable": "42", "plausible": "JOB 1000"} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, dir string) {
				liar, _ := upper(t, dir, "liar")
				liar.Do = func(context.Context, string, *Job, []byte) Result { return Result{Decided: true, Output: forged} }
				jobs, want := requested(t, liar, 200) // of which none is in the sample with probability 1/28,000
				put(t, liar, jobs)
				require.NoError(t, liar.Run(t.Context()))
				asker, said := upper(t, dir, "asker")
				assert.Equal(t, want, ask(t, asker, jobs))
				assert.Contains(t, said.text, "worker liar is left out")
				assert.ErrorContains(t, liar.Run(t.Context()), "this worker is left out")
			})
		})
	}
}

// TestNotDeterministic: the first of two different results stays, and this is said.
func TestNotDeterministic(t *testing.T) { inEach(t, testNotDeterministic) }

func testNotDeterministic(t *testing.T, dir string) {
	t.Helper()
	w, said := upper(t, dir, "w")
	jobs, _ := requested(t, w, 1)
	key := jobs[0].key()
	require.NoError(t, w.finish(key, &Result{Worker: "a", Output: "?"}))
	require.NoError(t, w.finish(key, &Result{Worker: "a", Decided: true, Output: "1"}), "decided replaces undecided")
	require.NoError(t, w.finish(key, &Result{Worker: "b", Decided: true, Output: "1", Figures: "2 s"}))
	assert.Empty(t, said.text)
	require.NoError(t, w.finish(key, &Result{Worker: "b", Decided: true, Output: "2"}))
	assert.Contains(t, said.text, "is not deterministic: workers a and b differ")
	r, err := w.result(key)
	require.NoError(t, err)
	assert.Equal(t, "1", r.Output)
}

// TestRedelivered: a job whose worker shows no life for the time of the lease is done by another one.
func TestRedelivered(t *testing.T) { inEach(t, testRedelivered) }

func testRedelivered(t *testing.T, dir string) {
	t.Helper()
	dead, _ := upper(t, dir, "dead")
	jobs, want := requested(t, dead, 3)
	put(t, dead, jobs)
	key, _, err := dead.take(dead.Accept)
	require.NoError(t, err)
	w, _ := upper(t, dir, "w")
	require.NoError(t, w.Run(t.Context()))
	_, err = w.result(key)
	require.ErrorIs(t, err, fs.ErrNotExist, "the lease is not over")
	w.Lease = 0
	require.NoError(t, dead.renew(taken, key))
	require.Eventually(t, func() bool {
		renewed, err1 := dead.version(taken, key)
		seen, err2 := w.version(taken, key)
		return renewed == seen && err1 == nil && err2 == nil
	}, 10*time.Second, time.Millisecond)
	require.NoError(t, w.Run(t.Context()))
	_, err = w.result(key)
	require.ErrorIs(t, err, fs.ErrNotExist, "the worker shows life")
	assert.Equal(t, want, ask(t, w, jobs))
	require.Error(t, dead.renew(taken, key))
}

// TestWithdrawn: an end of the context withdraws the jobs, and ends the work on them.
func TestWithdrawn(t *testing.T) { inEach(t, testWithdrawn) }

func testWithdrawn(t *testing.T, dir string) {
	t.Helper()
	w, _ := upper(t, dir, "w")
	jobs, want := requested(t, w, 5)
	ctx, end := context.WithCancel(t.Context())
	slow := w
	slow.Do = func(ctx context.Context, _ string, _ *Job, _ []byte) Result {
		end()
		<-ctx.Done()
		return Result{}
	}
	_, err := (&Request{Worker: slow, Local: 1}).All(ctx, jobs)
	require.ErrorIs(t, err, context.Canceled)
	for _, f := range []string{waiting, taken, results} {
		keys, err := w.keys(f)
		require.NoError(t, err)
		assert.Empty(t, keys, f)
	}
	assert.Equal(t, want, ask(t, w, jobs))
}

// TestStrangeFiles: what is not a job or a result is said once, and stops nothing.
func TestStrangeFiles(t *testing.T) { inEach(t, testStrangeFiles) }

func testStrangeFiles(t *testing.T, dir string) {
	t.Helper()
	w, said := upper(t, dir, "w")
	jobs, want := requested(t, w, 3)
	write := func(folder, name, text string) { require.NoError(t, w.write(folder, name, []byte(text))) }
	key := func(c string) string { return strings.Repeat(c, 64) }
	write(waiting, "readme.txt", "no key")
	write(waiting, key("0"), "no JSON")
	write(waiting, key("1"), `{"kind": "upper", "further": 1}`)
	write(waiting, key("2"), `{"kind": "upper"}`) // under another key
	strange := 3
	if _, is := w.place.(folder); is {
		require.NoError(t, os.Mkdir(filepath.Join(dir, waiting, key("3")), 0o700))
		require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(dir, waiting, key("4"))))
		strange = 5
	}
	out := Job{Kind: "upper", Files: map[string]string{"../out": jobs[0].Input}, Input: jobs[0].Input}
	lost := Job{Kind: "upper", Input: key("5")}
	put(t, w, []Job{out, lost})
	write(results, jobs[1].key(), "no result")
	require.NoError(t, w.Run(t.Context()))
	require.NoError(t, w.Run(t.Context()))
	assert.Equal(t, strange, strings.Count(said.text, "is not a job"), said.text)
	assert.Contains(t, said.text, `"../out" is no name of a file in a folder`)
	assert.Regexp(t, fmt.Sprintf("job %.12s is left to others: (no such file|file does not exist)", lost.key()), said.text)
	assert.Equal(t, want, ask(t, w, jobs))
	assert.Contains(t, said.text, fmt.Sprintf("the result of job %.12s is not used", jobs[1].key()))
}

// TestDamagedText: a text that was damaged is stored anew by who asks.
func TestDamagedText(t *testing.T) {
	dir := t.TempDir()
	w, said := upper(t, dir, "w")
	jobs, _ := requested(t, w, 2)
	put(t, w, jobs)
	require.NoError(t, os.WriteFile(filepath.Join(dir, files, jobs[0].Input), []byte("damaged"), 0o600))
	require.NoError(t, w.Run(t.Context()))
	assert.Contains(t, said.text, "a text is damaged")
	again, _ := upper(t, dir, "again")
	jobs, want := requested(t, again, 2)
	assert.Equal(t, want, ask(t, again, jobs))
}

// TestExpire: old entries go, and the oldest if all are too large. Other files stay.
func TestExpire(t *testing.T) {
	dir := t.TempDir()
	w, _ := upper(t, dir, "w")
	jobs, _ := requested(t, w, 4)
	require.NoError(t, os.WriteFile(filepath.Join(dir, files, "mine"), nil, 0o600))
	for i, j := range jobs {
		at := time.Now().Add(-time.Duration(i) * time.Hour)
		require.NoError(t, os.Chtimes(filepath.Join(dir, files, "mine"), at, at))
		require.NoError(t, os.Chtimes(filepath.Join(dir, files, j.Input), at, at))
	}
	left := func() int {
		keys, err := w.keys(files)
		require.NoError(t, err)
		return len(keys)
	}
	w.expire(150*time.Minute, 1000)
	assert.Equal(t, 3, left())
	w.expire(time.Hour*1000, 12)
	assert.Equal(t, 2, left())
	w.expire(0, 0)
	assert.Equal(t, 0, left())
	assert.FileExists(t, filepath.Join(dir, files, "mine"))
}

// TestFolderOfNobody: a folder that is missing or cannot be written to is an error that names it.
func TestFolderOfNobody(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(filepath.Join(dir, "none"), time.Minute, nil)
	require.ErrorContains(t, err, "is not a folder; make one")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	_, err = Open(filepath.Join(dir, "file"), time.Minute, nil)
	require.ErrorContains(t, err, "is not a folder; make one")
	_, err = Open(dir, time.Minute, nil)
	require.ErrorContains(t, err, "holds other files; make an empty folder for jobs")
	require.NoError(t, os.Remove(filepath.Join(dir, "file")))
	if os.Geteuid() == 0 {
		t.Skip("root may write to each folder")
	}
	require.NoError(t, os.Chmod(dir, 0o500))
	_, err = Open(dir, time.Minute, nil)
	require.ErrorContains(t, err, "permission denied")
}

// TestFullDisk: a job or result that cannot be stored is an error, and the job waits for others.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", dir).Run(); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	defer func() { assert.NoError(t, exec.Command("umount", dir).Run()) }()
	w, _ := upper(t, dir, "w")
	jobs, _ := requested(t, w, 1)
	put(t, w, jobs)
	long := w
	long.Do = func(context.Context, string, *Job, []byte) Result {
		return Result{Decided: true, Output: strings.Repeat("long", 1<<18)}
	}
	require.ErrorContains(t, long.Run(t.Context()), "a result cannot be stored: no space left on device")
	keys, err := w.keys(waiting)
	require.NoError(t, err)
	assert.Equal(t, []string{jobs[0].key()}, keys)
	_, err = w.Text(make([]byte, 1<<18))
	require.ErrorContains(t, err, "a text cannot be stored: no space left on device")
	require.NoError(t, w.Run(t.Context()))
}

// TestProgramEnds: if the program that reaches the place ends, the error says how it ended and what to do.
func TestProgramEnds(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for script, how := range map[string]string{
		"exit 3": "exit status 3", "exit 0": "exit status 0", "kill -9 $$": "killed",
	} {
		s, at, err := Start([]string{sh, "-c", `echo '{"names": ["here"]}'; read call; ` + script}, nil, time.Minute, nil)
		require.NoError(t, err)
		assert.Equal(t, "here", at)
		_, err = s.keys(waiting)
		require.ErrorContains(t, err, how)
		require.ErrorContains(t, err, "run this again, and it goes on where it was")
		s.Close()
	}
}

// TestDesk: jobs with the same files find these in one folder, and other jobs find only their own.
func TestDesk(t *testing.T) {
	w, _ := upper(t, t.TempDir(), "w")
	put := func(text string) string {
		hash, err := w.Text([]byte(text))
		require.NoError(t, err)
		return hash
	}
	a := Job{Files: map[string]string{"one": put("1"), "in/two": put("2")}}
	b := Job{Files: map[string]string{"one": put("other")}}
	d := &desk{}
	require.NoError(t, d.lay(&w, &a))
	first := d.folder
	require.NoError(t, d.lay(&w, &a))
	require.Equal(t, first, d.folder)
	require.FileExists(t, filepath.Join(first, "in", "two"))
	require.NoError(t, d.lay(&w, &b))
	require.NoDirExists(t, first)
	text, err := os.ReadFile(filepath.Join(d.folder, "one"))
	require.NoError(t, err)
	require.Equal(t, "other", string(text))
	require.NoFileExists(t, filepath.Join(d.folder, "in", "two"))
	require.Error(t, d.lay(&w, &Job{Files: map[string]string{"../out": put("1")}}))
	require.NoError(t, d.lay(&w, &b), "after an error")
	last := d.folder
	d.clear()
	require.NoDirExists(t, last)
}

// BenchmarkJob measures what a job takes that does nothing, with ten files, from putting it to its result.
func BenchmarkJob(b *testing.B) {
	inEach(b, func(b *testing.B, dir string) {
		w, _ := upper(b, dir, "w")
		texts := map[string]string{}
		for i := range 10 {
			name := fmt.Sprintf("file%d", i)
			hash, err := w.Text([]byte(name))
			require.NoError(b, err)
			texts[name] = hash
		}
		all, _ := requested(b, w, b.N)
		for i := range all {
			all[i].Files = texts
		}
		b.ResetTimer()
		ask(b, w, all)
	})
}
