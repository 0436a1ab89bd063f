package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// running starts a server for a test.
func running(t *testing.T, o server.Options) *server.Server {
	t.Helper()
	o.Host, o.NoSigs, o.NoLog = "127.0.0.1", true, true
	if o.Port == 0 {
		o.Port = -1
	}
	if o.StoreDir == "" {
		o.StoreDir = t.TempDir()
	}
	s, err := server.NewServer(&o)
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(s.Shutdown)
	return s
}

func opened(t *testing.T, args ...string) *store {
	t.Helper()
	s, _, _, err := start(append([]string{protocol}, args...))
	require.NoError(t, err)
	return s
}

// TestEntries: an entry is created once, and of several moves one succeeds. Others see the same.
func TestEntries(t *testing.T) {
	n := running(t, server.Options{JetStream: true})
	a, b := opened(t, n.ClientURL()), opened(t, n.ClientURL())
	for _, text := range [][]byte{[]byte("text"), {}, bytes.Repeat([]byte("long"), 1<<17)} {
		name := fmt.Sprint(len(text))
		do := func(s *store, op string) answer {
			return s.answer(call{Op: op, Folder: "waiting", Name: name, To: "taken", Text: text})
		}
		taken := func(s *store, op string) answer { return s.answer(call{Op: op, Folder: "taken", Name: name}) }
		assert.Equal(t, answer{}, do(a, "create"))
		assert.Equal(t, "there", do(b, "create").Is)
		got := do(b, "read")
		assert.True(t, bytes.Equal(text, got.Text), got.Error)
		assert.Equal(t, answer{}, do(b, "move"))
		assert.Equal(t, "missing", do(a, "move").Is)
		assert.Equal(t, answer{}, taken(a, "renew"))
		require.Eventually(t, func() bool { return taken(a, "version").Version == taken(b, "version").Version },
			10*time.Second, time.Millisecond)
		assert.Equal(t, []string{name}, taken(b, "names").Names)
		assert.Equal(t, answer{}, taken(b, "remove"))
		assert.Equal(t, "missing", taken(b, "remove").Is)
		assert.Equal(t, "missing", taken(a, "renew").Is)
		assert.Equal(t, "missing", taken(a, "read").Is)
	}
	long := call{Op: "write", Folder: "files", Name: "long", Text: make([]byte, 2<<20)}
	assert.Contains(t, a.answer(long).Error, "maximum payload exceeded; give max_payload: 32MB")
	assert.Contains(t, a.answer(call{Op: "dance"}).Error, `"dance" is no operation`)
	assert.Contains(t, a.answer(call{Op: "write", Folder: "waiting", Name: "a b"}).Error, "invalid key")
}

// TestRefused: each reason that a server cannot be used is an error that says what to do.
func TestRefused(t *testing.T) {
	secret := running(t, server.Options{JetStream: true, Authorization: "secret"})
	without := running(t, server.Options{})
	free := running(t, server.Options{JetStream: true})
	reader := running(t, server.Options{JetStream: true, Users: []*server.User{{
		Username: "reader", Password: "pass", Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: []string{"nothing"}},
		},
	}}})
	with := func(s *server.Server, user string) string { return "nats://" + user + "@" + s.Addr().String() }
	busy := free.Addr().String()
	t.Setenv("NATS_URL", "")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{}, "belongs to another version of pzc"},
		{[]string{"0", free.ClientURL()}, "belongs to another version of pzc"},
		{[]string{protocol, "nats://127.0.0.1:1"}, "no server answers at nats://127.0.0.1:1; start one"},
		{[]string{protocol, "http://127.0.0.1"}, `"http://127.0.0.1" is no address of a server`},
		{[]string{protocol, "nats"}, "NATS_URL is not set"},
		{[]string{protocol, secret.ClientURL()}, "Authorization Violation; give others by --creds"},
		{[]string{protocol, with(secret, "wrong")}, "Authorization Violation; give others by --creds"},
		{[]string{protocol, free.ClientURL(), "nowhere.creds"}, "nowhere.creds: no such file"},
		{[]string{protocol, without.ClientURL()}, "runs without JetStream; start it by nats-server -js"},
		{[]string{protocol, with(reader, "reader:pass")}, "permissions violation"},
		{[]string{protocol, "serve:" + busy[strings.LastIndex(busy, ":")+1:]}, "address already in use; write serve:PORT"},
		{[]string{protocol, "serve:many"}, "write serve:PORT with the number of a free port"},
	} {
		_, _, _, err := start(c.args)
		require.ErrorContains(t, err, c.want, "%q", c.args)
		assert.NotContains(t, err.Error(), "pass")
	}
	t.Setenv("NATS_URL", with(secret, "secret"))
	opened(t, "nats")
}

// TestCredentials: a file with credentials is given as an argument or by NATS_CREDS.
func TestCredentials(t *testing.T) {
	signer := func(create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		key, err := create()
		require.NoError(t, err)
		public, err := key.PublicKey()
		require.NoError(t, err)
		return key, public
	}
	operator, operatorName := signer(nkeys.CreateOperator)
	_, accountName := signer(nkeys.CreateAccount)
	_, systemName := signer(nkeys.CreateAccount) // which JetStream needs
	account, accountKey := signer(nkeys.CreateAccount)
	user, userName := signer(nkeys.CreateUser)
	trusted := jwt.NewOperatorClaims(operatorName)
	claims := jwt.NewAccountClaims(accountName)
	claims.SigningKeys.Add(accountKey)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: -1, MemoryStorage: -1, Streams: -1, Consumer: -1}
	accounts := &server.MemAccResolver{}
	for _, c := range []*jwt.AccountClaims{claims, jwt.NewAccountClaims(systemName)} {
		signed, err := c.Encode(operator)
		require.NoError(t, err)
		require.NoError(t, accounts.Store(c.Subject, signed))
	}
	n := running(t, server.Options{
		JetStream: true, TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: accounts,
		SystemAccount: systemName,
	})
	card := jwt.NewUserClaims(userName)
	card.IssuerAccount = accountName
	signed, err := card.Encode(account)
	require.NoError(t, err)
	seed, err := user.Seed()
	require.NoError(t, err)
	text, err := jwt.FormatUserConfig(signed, seed)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "pzc.creds")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	opened(t, n.ClientURL(), file)
	t.Setenv("NATS_CREDS", file)
	opened(t, n.ClientURL())
}

// TestFullServer: a server without room is an error, and nothing is lost.
func TestFullServer(t *testing.T) {
	n := running(t, server.Options{JetStream: true, JetStreamMaxStore: 1 << 20})
	s := opened(t, n.ClientURL())
	put := func(name string, size int) answer {
		return s.answer(call{Op: "write", Folder: "files", Name: name, Text: make([]byte, size)})
	}
	assert.Equal(t, answer{}, put("a", 100_000))
	for i := range 20 {
		put(fmt.Sprint(i), 100_000)
	}
	assert.Contains(t, put("c", 100_000).Error, "insufficient resources")
	assert.Len(t, s.answer(call{Op: "read", Folder: "files", Name: "a"}).Text, 100_000)
}

// TestLongLostServer: when a server comes back, the work goes on.
func TestLongLostServer(t *testing.T) {
	o := server.Options{JetStream: true, StoreDir: t.TempDir()}
	n := running(t, o)
	o.Port = n.Addr().(*net.TCPAddr).Port
	a, b := opened(t, n.ClientURL()), opened(t, n.ClientURL())
	do := func(s *store, op, name string) answer {
		return s.answer(call{Op: op, Folder: "waiting", Name: name, Text: []byte(name)})
	}
	assert.Equal(t, answer{}, do(a, "create", "before"))
	n.Shutdown()
	after := make(chan answer)
	go func() { after <- do(a, "create", "after") }()
	time.Sleep(time.Second)
	running(t, o)
	assert.Equal(t, answer{}, <-after)
	assert.Equal(t, "after", string(do(b, "read", "after").Text))
	require.Eventually(t, func() bool { return len(do(b, "names", "").Names) == 2 }, 30*time.Second, 10*time.Millisecond)
}

// TestWorkersAreKilled and its longer versions kill workers, and the command that waits for them, at random moments.
// Started again, the command reports what it reports without other machines.
func TestWorkersAreKilled(t *testing.T) { killWorkers(t, 1, 20) }

func TestLongWorkersAreKilled(t *testing.T) { killWorkers(t, 2, 40) }

func TestHoursWorkersAreKilled(t *testing.T) { killWorkers(t, 20, 60) }

// built builds pzc and pzc-nats, side by side.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for folder, what := range map[string]string{"../..": "./cmd/pzc", ".": "."} {
		text, err := exec.Command("go", "build", "-C", folder, "-o", dir+"/", what).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	return filepath.Join(dir, "pzc")
}

// classOf writes submissions, and returns the command that grades them.
func classOf(t *testing.T, submissions int) []string {
	t.Helper()
	exercise, err := filepath.Abs("../../course/01-errors")
	require.NoError(t, err)
	wrong, err := filepath.Glob(filepath.Join(exercise, "wrong", "*.pz"))
	require.NoError(t, err)
	class := t.TempDir()
	for i := range submissions {
		text, err := os.ReadFile(wrong[i%len(wrong)])
		require.NoError(t, err)
		text = fmt.Appendf(text, "\n// %d\n", i)
		require.NoError(t, os.WriteFile(filepath.Join(class, fmt.Sprintf("s%d.pz", i)), text, 0o600))
	}
	return []string{"grade", exercise, class, "--format", "json"}
}

// measured is what differs between two runs of the same work.
var measured = regexp.MustCompile(`"(cpu_seconds|wall_seconds|peak_bytes)": [^,}]*`)

func killWorkers(t *testing.T, rounds, size int) {
	t.Helper()
	pzc := built(t)
	for name, command := range map[string][]string{
		"grade":    classOf(t, size),
		"test":     {"test", "hanoi", "jugs", "taquin", "pegs", "bloxorz", "queens", "--format", "json"},
		"verify":   {"verify", "hanoi", "--states", fmt.Sprint(50 * size), "--format", "json"},
		"generate": {"generate", "latin", "-n", fmt.Sprint(5 * size), "--seed", "5"},
		"bench": {
			"bench", "hanoi", "-i", "one,reve4", "--algorithms", "bfs,astar", "--repeat", fmt.Sprint(size / 2),
			"--format", "json",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := killing{pzc, command, rand.New(rand.NewPCG(1, 2))}
			alone, want := k.start(t, append(command, "--workers", t.TempDir())...)
			require.NoError(t, alone.Wait())
			for range rounds {
				got := k.round(t)
				assert.Equal(t, measured.ReplaceAllString(want.String(), ""), measured.ReplaceAllString(got, ""))
			}
		})
	}
}

// killing is a command whose workers are killed.
type killing struct {
	pzc     string
	command []string
	moments *rand.Rand
}

func (k *killing) start(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	said := &bytes.Buffer{}
	cmd := exec.Command(k.pzc, args...)
	cmd.Stdout, cmd.Stderr = said, os.Stderr
	require.NoError(t, cmd.Start())
	return cmd, said
}

// round kills two workers twice and the command once, and returns what the command says when it is started again.
func (k *killing) round(t *testing.T) string {
	t.Helper()
	n := running(t, server.Options{JetStream: true})
	defer n.Shutdown()
	args := append(k.command, "--workers", n.ClientURL(), "--lease", "500ms")
	work := func() *exec.Cmd { cmd, _ := k.start(t, "work", n.ClientURL(), "--lease", "500ms"); return cmd }
	kill := func(cmd *exec.Cmd) {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	}
	workers := []*exec.Cmd{work(), work()}
	first, _ := k.start(t, args...)
	for i := range 4 {
		time.Sleep(time.Duration(k.moments.IntN(400)) * time.Millisecond)
		if i == 2 {
			kill(first)
		}
		kill(workers[i%2])
		workers[i%2] = work()
	}
	again, said := k.start(t, args...)
	require.NoError(t, again.Wait())
	for _, w := range workers {
		_ = w.Process.Signal(os.Interrupt)
		_ = w.Wait()
	}
	return said.String()
}
