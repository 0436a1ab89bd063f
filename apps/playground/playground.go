// Package playground answers the requests of a page on which puzzles are written, played and solved. web/README.md
// describes the requests: JSON, one answer for each.
//
// The package knows neither browsers nor JavaScript. Everything that a stranger's model can influence is data: texts
// are never markup, and the pictures of package draw hold no script and no link.
package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Options are options of a playground. The zero value is the default.
type Options struct {
	// Version is that of pzc, which the page shows.
	Version string
}

// Playground answers the requests of one page. Receive is called by one goroutine at a time.
type Playground struct {
	o    Options
	send func(message []byte)

	program *puzzle.Program // the last that was loaded without errors; nil before
	texts   *texts
	opened  map[string]*opened // by instance
	id      json.RawMessage    // of the request that is being answered
	after   []func()           // is called when it was answered
}

// New makes a playground. send is called with each message for the page; it must not keep the message.
func New(o Options, send func(message []byte)) *Playground {
	return &Playground{o: o, send: send, opened: map[string]*opened{}, texts: &texts{}}
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type response struct {
	ID     json.RawMessage `json:"id"`
	Result any             `json:"result,omitempty"`
	Error  *failure        `json:"error,omitempty"`
}

// failure is why a request has no result.
type failure struct {
	Message  string        `json:"message"`
	Findings []text.Fields `json:"findings,omitempty"`
}

type notification struct {
	Method string `json:"method"`
	Params any    `json:"params"`
}

// Ready tells the page that requests are answered.
func (p *Playground) Ready() {
	p.write(notification{"ready", map[string]string{"version": p.o.Version}})
}

// Receive answers a request. It returns when the answer was sent.
func (p *Playground) Receive(ctx context.Context, message []byte) {
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		p.write(response{Error: &failure{Message: "the request is not JSON: " + err.Error()}})
		return
	}
	p.id = r.ID
	result, err := p.answer(ctx, r)
	if err != nil {
		p.write(response{ID: r.ID, Error: p.failure(err)})
		return
	}
	p.write(response{ID: r.ID, Result: result})
}

// answer calls the method of a request. A panic becomes an error.
func (p *Playground) answer(ctx context.Context, r request) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("pzc failed: %v. Please report this with the model", fault)
		}
		for _, f := range p.after {
			f()
		}
		p.after = nil
	}()
	h := methods()[r.Method]
	if h == nil {
		return nil, &backends.UnknownError{What: "method", Name: r.Method, Known: keys(methods())}
	}
	return h(ctx, p, r.Params)
}

// failure says why a request has no result.
func (p *Playground) failure(err error) *failure {
	var diags diag.List
	if !errors.As(err, &diags) || len(diags) == 0 {
		return &failure{Message: Words(err.Error())}
	}
	f := &failure{Message: diags[0].Msg, Findings: p.texts.findings(diags)}
	if diags[0].Help != "" {
		f.Message += "; " + Words(diags[0].Help)
	}
	return f
}

func (p *Playground) write(v any) {
	out, err := json.Marshal(v)
	if err != nil {
		out, _ = json.Marshal(response{ID: p.id, Error: &failure{Message: "pzc failed: " + err.Error()}})
	}
	p.send(out)
}

// handler answers requests of one method.
type handler func(ctx context.Context, p *Playground, params json.RawMessage) (any, error)

// on makes a handler of a function whose parameters are read from JSON.
func on[P any](f func(*Playground, context.Context, *P) (any, error)) handler {
	return func(ctx context.Context, p *Playground, raw json.RawMessage) (any, error) {
		var params P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &params); err != nil {
				return nil, fmt.Errorf("the parameters cannot be read: %w", err)
			}
		}
		return f(p, ctx, &params)
	}
}

// quick is on for requests that have no limits of their own. A game or a form of the request ends with them, too.
func quick[P any](f func(*Playground, context.Context, *P) (any, error)) handler {
	return on(func(p *Playground, ctx context.Context, params *P) (any, error) {
		ctx, stop := limits{}.bounded(ctx)
		defer stop()
		result, err := f(p, ctx, params)
		if ctx.Err() != nil {
			debug.FreeOSMemory() // the next request does not count what this one left behind
			return nil, context.Cause(ctx)
		}
		return result, err
	})
}

func methods() map[string]handler {
	return map[string]handler{
		"load":     quick((*Playground).load),
		"position": quick((*Playground).position),
		"moves":    quick((*Playground).allMoves),
		"refusal":  quick((*Playground).refusal),
		"pointed":  quick((*Playground).pointed),
		"values":   quick((*Playground).values),
		"export":   quick((*Playground).export),
		"game":     quick((*Playground).game),
		"sheet":    quick((*Playground).sheet),
		"map":      quick((*Playground).mapLiteral),
		"expect":   quick((*Playground).expectLine),
		"examples": quick((*Playground).examples),
		"example":  quick((*Playground).example),
		"picture":  quick((*Playground).picture),
		"levels":   quick((*Playground).levels),

		"solve":    on((*Playground).solve),
		"hint":     on((*Playground).hint),
		"check":    onForm((*Playground).check),
		"next":     onForm((*Playground).next),
		"judge":    onForm((*Playground).judge),
		"explore":  on((*Playground).explore),
		"why":      on((*Playground).why),
		"rate":     on((*Playground).rate),
		"report":   on((*Playground).report),
		"generate": on((*Playground).generate),
		"test":     on((*Playground).test),
		"exercise": on((*Playground).exercise),
	}
}
