// Command pzc-nats keeps the jobs of pzc in a NATS server with JetStream. pzc starts it for --workers nats://host:4222
// and --workers serve, and calls it over standard input and output. The program is a module of its own, so nothing of
// NATS is in pzc.
package main

// Entries are keys of a bucket, whose names are FOLDER.NAME. A job is moved by removing its key, which demands that
// nobody else changed the key: so one of several workers gets the job. A work queue would redeliver jobs by itself. It
// is not used, because pzc does that as in a folder, and must see which jobs wait.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

// protocol is the version of the calls. pzc gives the version that it speaks.
const protocol = "1"

// call is what pzc wants.
type call struct {
	Op     string `json:"op"`
	Folder string `json:"folder"`
	Name   string `json:"name"`
	To     string `json:"to"` // another folder
	Text   []byte `json:"text"`
}

// answer is what pzc gets. Error says why there is nothing else, and Is whether that is because of what is there.
type answer struct {
	Names   []string `json:"names,omitempty"`
	Text    []byte   `json:"text,omitempty"`
	Version uint64   `json:"version,omitempty"`
	Error   string   `json:"error,omitempty"`
	Is      string   `json:"is,omitempty"` // missing, there, lost
}

func main() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // pzc ends this program when it needs it no more
	to := json.NewEncoder(os.Stdout)
	s, address, end, err := start(os.Args[1:])
	defer end()
	if err != nil {
		_ = to.Encode(answer{Error: err.Error()})
		return
	}
	_ = to.Encode(answer{Names: []string{address}})
	for from := json.NewDecoder(os.Stdin); ; {
		var c call
		if from.Decode(&c) != nil || to.Encode(s.answer(c)) != nil {
			return
		}
	}
}

// start connects to the server of the command line. It returns the address for others.
func start(args []string) (s *store, address string, end func(), err error) {
	end = func() {}
	if len(args) < 2 || args[0] != protocol {
		return nil, "", end, errors.New("this pzc-nats belongs to another version of pzc, which starts it; " +
			"use the one from the same archive")
	}
	address = args[1]
	options := []nats.Option{
		nats.Name("pzc"), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second / 2), nats.ReconnectBufSize(-1),
	}
	creds := os.Getenv("NATS_CREDS")
	if len(args) > 2 {
		creds = args[2]
	}
	if address == "nats" {
		if address = os.Getenv("NATS_URL"); address == "" {
			return nil, "", end, errors.New("NATS_URL is not set; write the address: nats://host:4222")
		}
	}
	if port, serves := strings.CutPrefix(address, "serve"); serves {
		e, err := serve(strings.TrimPrefix(port, ":"))
		if err != nil {
			return nil, "", end, err
		}
		end, address = e.server.Shutdown, e.address
		options = append(options, nats.InProcessServer(e.server))
	} else if creds != "" {
		if _, err := os.Stat(creds); err != nil {
			return nil, "", end, fmt.Errorf("--creds or NATS_CREDS: %w; name the file with the credentials", err)
		}
		options = append(options, nats.UserCredentials(creds))
	}
	s, err = connect(address, options)
	return s, address, end, err
}

// transient reports whether an operation may succeed later: a server that was lost may come back.
func transient(err error) bool {
	return slices.ContainsFunc([]error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
	}, func(e error) bool { return errors.Is(err, e) })
}

// patience is for how long an operation is tried again.
const patience = 30 * time.Second

// answer does what pzc wants.
func (s *store) answer(c call) answer {
	begin := time.Now()
	for {
		a, err := s.do(c)
		if refused := s.refused(); err != nil && refused != nil {
			err = refused
		}
		switch {
		case errors.Is(err, errMissing):
			return answer{Error: err.Error(), Is: "missing"}
		case conflict(err):
			return answer{Error: "somebody else changed it", Is: "there"}
		case err == nil:
			s.lost = false
			return a
		case transient(err) && !s.lost && time.Since(begin) < patience:
			time.Sleep(time.Second / 10)
		default:
			a := answer{Error: s.told(err).Error()}
			if transient(err) {
				s.lost, a.Is = true, "lost"
			}
			return a
		}
	}
}

// do does one call.
func (s *store) do(c call) (a answer, err error) {
	key := c.Folder + "." + c.Name
	switch c.Op {
	case "names":
		if a.Names = s.names(c.Folder); !s.conn.IsConnected() {
			err = nats.ErrDisconnected
		}
	case "read":
		a.Text, err = s.read(key)
	case "write":
		err = s.write(key, c.Text)
	case "create":
		err = s.create(key, c.Text)
	case "move":
		err = s.move(key, c.To+"."+c.Name)
	case "renew":
		err = s.renew(key)
	case "version":
		a.Version, err = s.version(key)
	case "remove":
		err = s.remove(key)
	default:
		err = fmt.Errorf("%q is no operation", c.Op)
	}
	return a, err
}
