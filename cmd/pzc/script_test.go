package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(hermetic{m}, map[string]func(){"pzc": main, "testsat": testSAT})
}

// hermetic runs the tests in an environment of their own: a home and a cache folder that are empty, and no variable of
// the user's that changes what pzc prints or does.
type hermetic struct{ tests *testing.M }

// Run implements testscript.TestingM.
func (h hermetic) Run() int {
	folder, err := os.MkdirTemp("", "pzc-home")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	environment := map[string]string{
		"HOME": folder, "XDG_CACHE_HOME": filepath.Join(folder, "cache"), "LocalAppData": filepath.Join(folder, "cache"),
	}
	for _, name := range []string{"PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "GOCOVERDIR", "GORACE"} {
		if value, set := os.LookupEnv(name); set {
			environment[name] = value
		}
	}
	// Programs are built with the packages that are there and compiled already.
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOFLAGS", "CGO_ENABLED"} {
		if value, err := exec.Command("go", "env", name).Output(); err == nil {
			environment[name] = strings.TrimSpace(string(value))
		}
	}
	os.Clearenv()
	for name, value := range environment {
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	// A shell ignores Ctrl-C for what runs in the background, and processes inherit that. Those that the tests start must
	// not.
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	return h.tests.Run()
}

// TestScripts runs the scripts of testdata/script: what the command says and its exit status, as a user sees them.
func TestScripts(t *testing.T) {
	testscript.Run(t, scriptParams("testdata/script"))
}

func scriptParams(dir string) testscript.Params {
	return testscript.Params{
		Dir: dir,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status0, "json": jsonField, "fill": fill, "saved": saved, "interrupt": interrupted,
		},
		Setup: func(e *testscript.Env) error {
			models, err := filepath.Abs("../../models")
			e.Setenv("MODELS", models)
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			bin, bad := filepath.Abs("../../bin") // pzc-nats, if it was built
			e.Setenv("PATH", e.Getenv("PATH")+string(filepath.ListSeparator)+bin)
			return errors.Join(err, bad)
		},
	}
}

// status0 is `status N program args…`: the program must end with exactly this status.
func status0(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitStatus(ts, ts.Exec(args[1], args[2:]...)); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func exitStatus(ts *testscript.TestScript, err error) int {
	var exited *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exited):
		return exited.ExitCode()
	}
	ts.Fatalf("%v", err)
	return -1
}

// jsonField is `json path value`: the field of the JSON on standard output has this value; `json path` demands that it
// is there and `! json path` that it is not. A path is made of keys and numbers with slashes between.
func jsonField(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: json path [value]")
	}
	var value any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &value))
	for _, key := range strings.Split(args[0], "/") {
		var ok bool
		if value, ok = member(value, key); !ok {
			if !neg {
				ts.Fatalf("the JSON has no %s", args[0])
			}
			return
		}
	}
	text, err := json.Marshal(value)
	ts.Check(err)
	switch got := strings.Trim(string(text), `"`); {
	case len(args) == 1 && neg:
		ts.Fatalf("the JSON has %s = %s", args[0], got)
	case len(args) == 2 && (got == args[1]) == neg:
		ts.Fatalf("%s = %s, want %s", args[0], got, args[1])
	}
}

func member(value any, key string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		m, ok := v[key]
		return m, ok
	case []any:
		if key == "length" {
			return float64(len(v)), true
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		return v[i], true
	}
	return nil, false
}

// fill is `fill file kind`: makes a file that is awkward to write down.
func fill(ts *testscript.TestScript, _ bool, args []string) {
	var text string
	switch args[1] {
	case "binary":
		text = "puzzle P\x00\x01\xff\xfe"
	case "long": // 10 MB of declarations
		text = "puzzle P\n" + strings.Repeat("const a: 0..9 = 1 // nothing\n", 10<<20/29)
	case "huge":
		text = "puzzle P\n// " + strings.Repeat("x", 17<<20)
	case "deep":
		text = "puzzle P\ngoal " + strings.Repeat("(", 100_000)
	case "nested":
		text = "puzzle P\ngoal " + strings.Repeat("not (", 50_000) + "true" + strings.Repeat(")", 50_000)
	case "deepjson":
		text = `{"start": ` + strings.Repeat("[", 100_000) + "}"
	case "controls":
		text = `{"n": "` + strings.Repeat(`\u0001`, 1_000_000) + `"}`
	default:
		ts.Fatalf("unknown kind %s", args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// saved is `saved as from to`: the file to has the text of the file from, as an editor or shell of Windows saves it.
func saved(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[1])
	switch args[0] {
	case "bom":
		text = "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")
	case "utf16":
		var wide bytes.Buffer
		ts.Check(binary.Write(&wide, binary.LittleEndian, utf16.Encode([]rune("\ufeff"+text))))
		text = wide.String()
	default:
		ts.Fatalf("unknown encoding %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o600))
}

// interrupted is `interrupt N pattern program args…`: the program gets Ctrl-C when a line that it writes to standard
// error matches the pattern, and must then end with this status. With --progress json it writes what it is doing.
func interrupted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupt N pattern program args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	pattern, err := regexp.Compile(args[1])
	ts.Check(err)
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+ts.Getenv("XDG_CACHE_HOME"))
	cmd.Stdout = ts.Stdout()
	stderr, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	sent := false
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		fmt.Fprintln(ts.Stderr(), lines.Text())
		if !sent && pattern.Match(lines.Bytes()) {
			sent = true
			ts.Check(cmd.Process.Signal(syscall.SIGINT))
		}
	}
	if got := exitStatus(ts, cmd.Wait()); got != want || !sent {
		ts.Fatalf("exit status %d, want %d; Ctrl-C was sent: %t", got, want, sent)
	}
}

// testSAT is a SAT solver for the scripts, `testsat [-minisat] [-proof=file] in.cnf`, which prints as in the
// competitions, or as minisat does. Its proofs are but the empty clause. With -unknown it gives up, with -liar it ends
// with the wrong status.
func testSAT() {
	minisat := os.Args[1] == "-minisat"
	if proof, wanted := strings.CutPrefix(os.Args[1], "-proof="); wanted {
		if err := os.WriteFile(proof, []byte("0\n"), 0o600); err != nil {
			panic(err)
		}
	}
	if os.Args[1] == "-unknown" {
		_, _ = os.Stdout.WriteString("c UNKNOWN\n")
		os.Exit(0)
	}
	in, err := os.Open(os.Args[len(os.Args)-1])
	if err != nil {
		panic(err)
	}
	g, err := gini.NewDimacs(in)
	if err != nil {
		panic(err)
	}
	said := map[bool]string{false: "s UNSATISFIABLE\n", true: "UNSAT\n"}[minisat]
	code := 20
	if g.Solve() == 1 {
		var values strings.Builder
		for v := z.Var(1); v <= g.MaxVar(); v++ {
			n := v.Pos().Dimacs()
			if !g.Value(v.Pos()) {
				n = -n
			}
			fmt.Fprintf(&values, "%d ", n)
		}
		said = map[bool]string{false: "s SATISFIABLE\nv ", true: "SAT\n"}[minisat] + values.String() + "0\n"
		code = 10
	}
	_, _ = os.Stdout.WriteString(said)
	if os.Args[1] == "-liar" {
		code = 30 - code
	}
	os.Exit(code)
}
