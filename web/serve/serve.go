// Package serve is a small HTTP/1.1 server (RFC 9110, RFC 9112) of files, for the browser of this computer.
//
// It answers GET and HEAD. Each connection has one request, and is closed after the answer.
package serve

// net/http would do the same and more: TLS, HTTP/2, proxies. But all that it brings is initialised whenever pzc starts,
// and only `pzc web` serves. Without net/http, the process that solves the wolf of the README takes 1.5 of 18 MiB less,
// and the program's file is 4.9 of 35.5 MB smaller.
//
// The files are the same for everybody and hold no secret, so the Host of a request is not checked. (A page of another
// site whose name is bound to 127.0.0.1 anew could read them, and nothing else.)

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"
)

const (
	connections = 64               // at a time; others wait
	headBytes   = 1 << 16          // of a request: its first line and its fields
	headTime    = 10 * time.Second // until the head of a request is there
	answerTime  = 2 * time.Minute  // until the browser has taken the answer
	lastTime    = 5 * time.Second  // until the browser has seen that the connection ends
)

// Answer is what the server sends. Content-Length, Date and Connection are added to the fields.
type Answer struct {
	Status string   // such as "200 OK"
	Fields []string // such as "Content-Type: text/css"
	Body   []byte
}

// Refuse returns an answer that says why there is no file.
func Refuse(status, why string, fields ...string) Answer {
	fields = append(fields, "Content-Type: text/plain; charset=utf-8", "X-Content-Type-Options: nosniff")
	return Answer{status, fields, []byte(why + "\n")}
}

// Handler returns the answer to a request for a file. name is a clean path without the slash at its beginning: "" is
// the root, and no part of it is "..". If zipped, the body may have the Content-Encoding gzip.
type Handler func(name string, zipped bool) Answer

// Serve answers on all connections until ctx ends, and then closes them and the listener.
func Serve(ctx context.Context, listener net.Listener, handle Handler) error {
	defer context.AfterFunc(ctx, func() { _ = listener.Close() })()
	var open sync.WaitGroup
	defer open.Wait()
	room := make(chan struct{}, connections)
	for {
		room <- struct{}{}
		c, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		open.Go(func() {
			defer func() { <-room }()
			defer context.AfterFunc(ctx, func() { _ = c.Close() })()
			serve(c, handle)
		})
	}
}

// serve answers the request on a connection. A browser that sends no whole request gets no answer.
func serve(c net.Conn, handle Handler) {
	defer func() { _ = c.Close() }()
	_ = c.SetReadDeadline(time.Now().Add(headTime))
	r, err := readRequest(c)
	var refused refusal
	var answer Answer
	switch {
	case errors.As(err, &refused):
		answer = Answer(refused)
	case err != nil:
		return
	default:
		answer = handle(r.name, r.zipped)
	}
	_ = c.SetWriteDeadline(time.Now().Add(answerTime))
	if write(c, answer, r.head) != nil {
		return
	}
	// To close a connection on which bytes wait to be read would destroy the answer (RFC 9112, section 9.6).
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(lastTime))
		_, _ = io.Copy(io.Discard, c)
	}
}

func write(w io.Writer, a Answer, head bool) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "HTTP/1.1 %s\r\n", a.Status)
	for _, field := range a.Fields {
		fmt.Fprintf(&out, "%s\r\n", field)
	}
	fmt.Fprintf(&out, "Content-Length: %d\r\nDate: %s\r\nConnection: close\r\n\r\n", len(a.Body),
		time.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	all := net.Buffers{out.Bytes()}
	if !head {
		all = append(all, a.Body)
	}
	_, err := all.WriteTo(w)
	return err
}

// request is what of a request matters to the answer.
type request struct {
	name   string // of the file
	head   bool   // the body is left out
	zipped bool   // gzip is accepted
}

// refusal is the answer to a request that is wrong, as an error.
type refusal Answer

func (r refusal) Error() string { return r.Status }

func wrong(why string) error { return refusal(Refuse("400 Bad Request", why)) }

// readRequest reads the head of a request. A body is not read: it has no meaning for GET and HEAD.
func readRequest(from io.Reader) (request, error) {
	limit := &io.LimitedReader{R: from, N: headBytes}
	lines := bufio.NewReader(limit)
	next := func(full string) (string, error) {
		line, err := lines.ReadString('\n')
		if err == io.EOF && limit.N == 0 {
			return "", refusal(Refuse(full, "the request is too long"))
		}
		return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), err
	}
	line, err := next("414 URI Too Long")
	if err != nil {
		return request{}, err
	}
	method, rest, _ := strings.Cut(line, " ")
	target, version, ok := strings.Cut(rest, " ")
	known, _ := path.Match("HTTP/[0-9].[0-9]", version)
	r := request{head: method == "HEAD"}
	switch {
	case !ok || !token(method) || !known:
		return r, wrong("the request does not begin with a line of HTTP/1.1")
	case !strings.HasPrefix(version, "HTTP/1."):
		return r, refusal(Refuse("505 HTTP Version Not Supported", "this is a server of HTTP/1.1"))
	}
	hosts := 0
	for {
		line, err := next("431 Request Header Fields Too Large")
		if err != nil {
			return r, err
		}
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !token(name) || strings.ContainsAny(value, "\r\x00") {
			return r, wrong("a line of the request is no header field")
		}
		switch strings.ToLower(name) {
		case "host":
			hosts++
		case "accept-encoding":
			r.zipped = r.zipped || strings.Contains(value, "gzip")
		}
	}
	if hosts > 1 || hosts == 0 && version != "HTTP/1.0" {
		return r, wrong("the request does not have one Host")
	}
	if method != "GET" && method != "HEAD" {
		return r, refusal(Refuse("405 Method Not Allowed", "the site is only read", "Allow: GET, HEAD"))
	}
	r.name, err = nameOf(target)
	return r, err
}

// nameOf returns the name of the file that is asked for: "/a/../b%20c?d" and "http://127.0.0.1/b%20c" are "b c".
func nameOf(target string) (string, error) {
	u, err := url.ParseRequestURI(target)
	if err != nil || u.Opaque != "" || u.Scheme != "" && u.Scheme != "http" || !ascii(target) {
		return "", wrong("the request does not name a file")
	}
	return strings.TrimPrefix(path.Clean("/"+u.Path), "/"), nil
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' })
}

// token reports whether a text can be a method or the name of a field (RFC 9110, section 5.6.2).
func token(text string) bool {
	return text != "" && ascii(text) && !strings.ContainsAny(text, `"(),/:;<=>?@[\]{}`)
}
