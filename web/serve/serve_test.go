package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var big = bytes.Repeat([]byte("0123456789abcdef"), 1<<18) // 4 MiB

// handle has the files "", "a b" and "big"; the body says how the request was understood.
func handle(name string, zipped bool) Answer {
	switch name {
	case "", "a b":
		return Answer{"200 OK", []string{"Content-Type: text/plain"}, fmt.Appendf(nil, "%q %v", name, zipped)}
	case "big":
		return Answer{"200 OK", []string{"Content-Type: text/plain"}, big}
	}
	return Refuse("404 Not Found", "no file "+name)
}

// start serves until the test ends, and returns the address. end ends the server and waits for it.
func start(t *testing.T) (address string, end func()) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, listener, handle) }()
	end = sync.OnceFunc(func() {
		cancel()
		assert.NoError(t, <-served)
	})
	t.Cleanup(end)
	return listener.Addr().String(), end
}

func dial(t *testing.T, address string) net.Conn {
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// ask sends a text and returns all that comes back: a first line, fields, and the body.
func ask(t *testing.T, address, text string) (status, fields, body string) {
	c := dial(t, address)
	_, err := io.WriteString(c, text)
	require.NoError(t, err)
	answer, err := io.ReadAll(c)
	require.NoError(t, err, "the answer ends without a reset")
	head, body, _ := strings.Cut(string(answer), "\r\n\r\n")
	status, fields, _ = strings.Cut(head, "\r\n")
	return status, fields, body
}

func TestRequests(t *testing.T) {
	address, _ := start(t)
	const host = "Host: 127.0.0.1\r\n"
	for _, c := range []struct{ request, status, body string }{
		{"GET / HTTP/1.1\r\n" + host + "\r\n", "200 OK", `"" false`},
		{"GET /?a=b HTTP/1.1\r\n" + host + "Accept-Encoding: gzip, br\r\n\r\n", "200 OK", `"" true`},
		{"GET / HTTP/1.1\r\nhOST:x\r\naccept-ENCODING:br\r\naccept-encoding:gzip\r\n\r\n", "200 OK", `"" true`},
		{"GET /a%20b HTTP/1.1\nHost: x\n\n", "200 OK", `"a b" false`},
		{"HEAD / HTTP/1.1\r\n" + host + "\r\n", "200 OK", ""},
		{"GET / HTTP/1.0\r\n\r\n", "200 OK", `"" false`},
		{"GET / HTTP/1.9\r\n" + host + "\r\n", "200 OK", `"" false`},
		{"GET http://127.0.0.1/a%20b HTTP/1.1\r\n" + host + "\r\n", "200 OK", `"a b" false`},
		{"GET http://127.0.0.1 HTTP/1.1\r\n" + host + "\r\n", "200 OK", `"" false`},
		{"GET //x/y HTTP/1.1\r\n" + host + "\r\n", "404 Not Found", "no file x/y\n"},
		{"GET /x/../../a%20b HTTP/1.1\r\n" + host + "\r\n", "200 OK", `"a b" false`},
		{"GET /%2e%2e/%2E%2e%2fx HTTP/1.1\r\n" + host + "\r\n", "404 Not Found", "no file x\n"},
		{"GET /..\\x HTTP/1.1\r\n" + host + "\r\n", "404 Not Found", "no file ..\\x\n"},
		{"GET / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nabc", "200 OK", `"" false`},
		{
			"GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
			"200 OK", `"" false`,
		},
		{"GET / HTTP/1.1\r\n" + host + "Expect: 100-continue\r\n\r\n", "200 OK", `"" false`},
		{ // the second request is not answered: the connection is closed
			"GET / HTTP/1.1\r\n" + host + "\r\nGET /big HTTP/1.1\r\n" + host + "\r\n",
			"200 OK", `"" false`,
		},
		{"POST / HTTP/1.1\r\n" + host + "\r\n", "405 Method Not Allowed", "the site is only read\n"},
		{"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", "405 Method Not Allowed", "the site is only read\n"},
		{"CONNECT x:443 HTTP/1.1\r\n" + host + "\r\n", "405 Method Not Allowed", "the site is only read\n"},
		{"get / HTTP/1.1\r\n" + host + "\r\n", "405 Method Not Allowed", "the site is only read\n"},
		{"PUT /big HTTP/1.1\r\n" + host + "\r\n" + string(big[:1<<18]), "405 Method Not Allowed", "the site is only read\n"},
		{"GET / HTTP/1.1\r\n\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + host + "\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + "no field\r\n\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + "a : b\r\n\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + ": b\r\n\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + " folded: b\r\n\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + "a: b\rc\r\n\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1\r\n" + host + "a: \x00\r\n\r\n", "400 Bad Request", ""},
		{"GET /%zz HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET /ü HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET a HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET * HTTP/1.1\r\n" + host + "\r\n", "404 Not Found", "no file *\n"},
		{"GET mailto:a HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET ftp://a/b HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET  / HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET / b HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"GET /\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.1x\r\n", "400 Bad Request", ""},
		{"GET / HTTP/1.x\r\n", "400 Bad Request", ""},
		{"\r\nGET / HTTP/1.1\r\n" + host + "\r\n", "400 Bad Request", ""},
		{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n", "400 Bad Request", ""}, // TLS
		{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 HTTP Version Not Supported", ""},
		{"GET /" + strings.Repeat("a", headBytes) + " HTTP/1.1\r\n" + host + "\r\n", "414 URI Too Long", ""},
		{string(big[:1<<18]), "414 URI Too Long", ""},
		{
			"GET / HTTP/1.1\r\n" + host + "Cookie: " + strings.Repeat("a", headBytes) + "\r\n\r\n",
			"431 Request Header Fields Too Large", "",
		},
		{
			"GET / HTTP/1.1\r\n" + host + strings.Repeat("a: b\r\n", headBytes/6) + "\r\n",
			"431 Request Header Fields Too Large", "",
		},
	} {
		name := c.request[:min(len(c.request), 60)]
		status, fields, body := ask(t, address, c.request)
		assert.Equal(t, "HTTP/1.1 "+c.status, status, name)
		if c.body != "" || strings.HasPrefix(c.request, "HEAD") {
			assert.Equal(t, c.body, body, name)
		}
		assert.Contains(t, fields, "\r\nConnection: close", name)
		assert.Equal(t, c.status[:3] == "405", strings.Contains(fields, "Allow: GET, HEAD"), name)
	}
}

// The client of net/http understands the answers, also more of them at a time than the server answers at once.
func TestClient(t *testing.T) {
	address, _ := start(t)
	get := func(method, name string) (head *http.Response, body []byte) {
		request, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+"/"+name, http.NoBody)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			defer func() { _ = answer.Body.Close() }()
			body, err = io.ReadAll(answer.Body)
		}
		assert.NoError(t, err)
		return answer, body
	}
	for _, method := range []string{"GET", "HEAD"} {
		answer, body := get(method, "big") //nolint:bodyclose // get closes it
		assert.Equal(t, 200, answer.StatusCode)
		assert.Equal(t, int64(len(big)), answer.ContentLength)
		assert.Equal(t, "text/plain", answer.Header.Get("Content-Type"))
		_, err := http.ParseTime(answer.Header.Get("Date"))
		require.NoError(t, err)
		assert.True(t, answer.Close)
		assert.Equal(t, method == "GET", bytes.Equal(body, big))
	}
	var all sync.WaitGroup
	for range 3 * connections {
		all.Go(func() {
			_, body := get("GET", "a%20b") //nolint:bodyclose // get closes it
			assert.Equal(t, `"a b" true`, string(body))
		})
	}
	all.Wait()
}

// Browsers that send nothing take all places; the next one waits until one of them goes.
func TestConnections(t *testing.T) {
	address, _ := start(t)
	idle := make([]net.Conn, connections)
	for i := range idle {
		idle[i] = dial(t, address)
	}
	next := dial(t, address)
	_, err := io.WriteString(next, "HEAD / HTTP/1.0\r\n\r\n")
	require.NoError(t, err)
	require.NoError(t, idle[7].Close())
	answer, err := io.ReadAll(next)
	require.NoError(t, err)
	assert.Contains(t, string(answer), "HTTP/1.1 200 OK\r\n")
}

// The end of the context ends connections that wait, and frees the port.
func TestEnd(t *testing.T) {
	address, end := start(t)
	waiting := dial(t, address)
	_, _, body := ask(t, address, "GET / HTTP/1.0\r\n\r\n") // so that the one before was accepted
	assert.NotEmpty(t, body)
	end()
	_, err := waiting.Read(make([]byte, 1))
	require.Error(t, err)
	_, err = new(net.Dialer).DialContext(t.Context(), "tcp", address)
	require.Error(t, err)
}

// A listener that fails ends the server.
func TestListenerFails(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	require.ErrorIs(t, Serve(t.Context(), listener, handle), net.ErrClosed)
}

// A browser that sends a byte now and then loses the connection, and so does one that does not take its answer.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := net.Pipe()
		go func() {
			var err error
			for i := 0; err == nil; i++ {
				time.Sleep(3 * time.Second)
				_, err = client.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n")[i : i+1])
			}
		}()
		begin := time.Now()
		serve(server, handle)
		assert.Equal(t, headTime, time.Since(begin))
		time.Sleep(headTime) // the client sees it
	})
	synctest.Test(t, func(t *testing.T) {
		client, server := net.Pipe()
		go func() { _, _ = io.WriteString(client, "GET /big HTTP/1.0\r\n\r\n") }()
		begin := time.Now()
		serve(server, handle)
		assert.Equal(t, answerTime, time.Since(begin))
	})
}

// FuzzRequest: no request makes the reader panic, or names what is outside.
func FuzzRequest(f *testing.F) {
	f.Add("GET /a/..%2f../b?c HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
	f.Add("HEAD http://x/%00 HTTP/1.0\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := readRequest(strings.NewReader(text))
		var refused refusal
		if errors.As(err, &refused) {
			answer, err := http.ReadResponse(bufio.NewReader(written(Answer(refused))), nil)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, answer.StatusCode, 400)
			require.NoError(t, answer.Body.Close())
			return
		}
		assert.False(t, strings.HasPrefix(r.name, "/") || r.name == ".." || strings.HasPrefix(r.name, "../"), r.name)
	})
}

func written(a Answer) *bytes.Buffer {
	var out bytes.Buffer
	_ = write(&out, a, false)
	return &out
}
