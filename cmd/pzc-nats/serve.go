package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// embedded is a server in this process.
type embedded struct {
	server  *server.Server
	address string // for others
}

// serve starts a server. What it stores stays in the user's folder for caches, so a command that is started again goes
// on. Who connects must know a token, which stays the same.
func serve(port string) (*embedded, error) {
	port = cmp.Or(port, "4222")
	probe, err := net.Listen("tcp", ":"+port)
	if err != nil {
		return nil, fmt.Errorf("serve:%s: %w; write serve:PORT with the number of a free port", port, err)
	}
	number := probe.Addr().(*net.TCPAddr).Port
	_ = probe.Close()
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("there is no folder for what the server stores: %w", err)
	}
	dir = filepath.Join(dir, "pzc", fmt.Sprint("nats-", number))
	token, err := token(dir)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{
		Port: number, JetStream: true, StoreDir: dir, Authorization: token, MaxPayload: 32 << 20, NoSigs: true,
		NoLog: true,
	})
	if err != nil {
		return nil, fmt.Errorf("the server cannot start: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(10*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("the server cannot start, perhaps because of what is in %s; remove that folder", dir)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return &embedded{s, fmt.Sprintf("nats://%s@%s:%d", token, host, number)}, nil
}

// token returns the token of a server, and makes one if it has none.
func token(dir string) (string, error) {
	file := filepath.Join(dir, "token")
	old, err := os.ReadFile(file)
	if token := strings.TrimSpace(string(old)); err == nil && token != "" {
		return token, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	token := strings.ToLower(rand.Text())
	return token, os.WriteFile(file, []byte(token), 0o600)
}
