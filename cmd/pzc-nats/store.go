package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// store is the entries of a server.
type store struct {
	conn  *nats.Conn
	kv    jetstream.KeyValue
	where string                  // the address without passwords
	lost  bool                    // operations do not wait for the server to come back
	last  jetstream.KeyValueEntry // the entry that was read last, which is often moved next

	one   sync.Mutex
	known map[string]revision // what is known of keys without asking the server
	said  error               // the last message of the server that belongs to no operation
}

// revision is the last change of a key that is known.
type revision struct {
	number uint64
	there  bool // or else it was removed
}

var errMissing = errors.New("there is no such entry")

const (
	bucket  = "pzc-jobs"
	mostAge = 30 * 24 * time.Hour // entries that nobody used for this time are removed
)

// connect opens the entries of a server, and makes the bucket if there is none.
func connect(address string, options []nats.Option) (*store, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
		return nil, fmt.Errorf("%q is no address of a server; write nats://host:4222, or tls://host:4222", address)
	}
	s := &store{known: map[string]revision{}, where: u.Scheme + "://" + u.Host}
	options = append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		s.one.Lock()
		s.said = err
		s.one.Unlock()
	}))
	if s.conn, err = nats.Connect(address, options...); err != nil {
		return nil, s.told(err)
	}
	js, err := jetstream.New(s.conn)
	if err != nil {
		return nil, s.told(err)
	}
	ctx := context.Background()
	if s.kv, err = js.KeyValue(ctx, bucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, TTL: mostAge})
	}
	if err == nil {
		err = s.watch(ctx)
	}
	if err != nil {
		return nil, s.told(cmp.Or(s.refused(), err))
	}
	return s, nil
}

// refused returns what the server says if it does not allow an operation.
func (s *store) refused() error {
	s.one.Lock()
	defer s.one.Unlock()
	if errors.Is(s.said, nats.ErrPermissionViolation) {
		return s.said
	}
	return nil
}

// told returns an error that says where it happened and what to do.
func (s *store) told(err error) error {
	help := ""
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("no server answers at %s; start one, or run a command with --workers serve there", s.where)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		help = "; give others by --creds FILE, NATS_CREDS or in the address"
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("the server at %s runs without JetStream; start it by nats-server -js", s.where)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		help = "; give the account a limit of storage for JetStream"
	case errors.Is(err, nats.ErrMaxPayload):
		help = "; give max_payload: 32MB in the configuration of the server"
	case transient(err):
		return fmt.Errorf("the server at %s does not answer", s.where)
	}
	return fmt.Errorf("%s: %w%s", s.where, err, help)
}

// watch keeps s.known up to date. The keys of texts are not needed there.
func (s *store) watch(ctx context.Context) error {
	w, err := s.kv.WatchFiltered(ctx, []string{"waiting.*", "taken.*", "results.*", "out.*"}, jetstream.MetaOnly())
	if err != nil {
		return err
	}
	for e := range w.Updates() {
		if e == nil { // all that was there has been told
			break
		}
		s.note(e.Key(), e.Revision(), e.Operation() == jetstream.KeyValuePut)
	}
	go func() {
		for e := range w.Updates() {
			if e != nil {
				s.note(e.Key(), e.Revision(), e.Operation() == jetstream.KeyValuePut)
			}
		}
	}()
	return nil
}

// note notes a change of a key, unless a later one is known. A removal may have the number of what was removed.
func (s *store) note(key string, number uint64, there bool) {
	s.one.Lock()
	defer s.one.Unlock()
	if last := s.known[key]; number > last.number || number == last.number && !there {
		s.known[key] = revision{number, there}
	}
}

func (s *store) names(folder string) (names []string) {
	s.one.Lock()
	defer s.one.Unlock()
	for key, r := range s.known {
		if name, is := strings.CutPrefix(key, folder+"."); is && r.there {
			names = append(names, name)
		}
	}
	return names
}

func (s *store) version(key string) (uint64, error) {
	s.one.Lock()
	defer s.one.Unlock()
	if r := s.known[key]; r.there {
		return r.number, nil
	}
	return 0, errMissing
}

// conflict reports whether an error says that a key was changed.
func conflict(err error) bool {
	var e *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &e) &&
		(e.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
			e.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

func (s *store) entry(key string) (jetstream.KeyValueEntry, error) {
	e, err := s.kv.Get(context.Background(), key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		err = errMissing
	}
	return e, err
}

func (s *store) read(key string) ([]byte, error) {
	if _, err := s.version(key); err != nil && strings.HasPrefix(key, "out.") {
		return nil, err // which is known soon enough
	}
	e, err := s.entry(key)
	if err != nil {
		return nil, err
	}
	s.last = e
	return e.Value(), nil
}

func (s *store) write(key string, text []byte) error {
	return s.noted(key)(s.kv.Put(context.Background(), key, text))
}

func (s *store) create(key string, text []byte) error {
	return s.noted(key)(s.kv.Create(context.Background(), key, text))
}

// noted returns what notes a change of a key that succeeded.
func (s *store) noted(key string) func(uint64, error) error {
	return func(number uint64, err error) error {
		if err == nil && !strings.HasPrefix(key, "files.") {
			s.note(key, number, true)
		}
		return err
	}
}

func (s *store) renew(key string) error {
	e, err := s.entry(key)
	if err != nil {
		return err
	}
	return s.noted(key)(s.kv.Update(context.Background(), key, e.Value(), e.Revision()))
}

// move gives an entry another key. If this program is killed in between, the entry is lost, and who asked for the job
// puts it again.
func (s *store) move(from, to string) (err error) {
	e := s.last
	if e == nil || e.Key() != from {
		if e, err = s.entry(from); err != nil {
			return err
		}
	}
	s.last = nil
	ctx := context.Background()
	if err := s.kv.Delete(ctx, from, jetstream.LastRevision(e.Revision())); err != nil {
		return err
	}
	s.note(from, e.Revision(), false)
	return s.noted(to)(s.kv.Put(ctx, to, e.Value()))
}

func (s *store) remove(key string) error {
	number, err := s.version(key)
	if err != nil {
		return err
	}
	if err := s.kv.Delete(context.Background(), key); err != nil {
		return err
	}
	s.note(key, number, false)
	return nil
}
