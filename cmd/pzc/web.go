package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"github.com/pzc-lang/pzc/web"
)

type webCommand struct {
	Port    int    `default:"8765" placeholder:"N" help:"The port to listen on; 0: any free port."`
	Link    string `placeholder:"MODEL" help:"Print a link that opens this model in the playground, instead of serving it."`
	Address string `placeholder:"URL" help:"With --link: the address of a playground that others can open; this computer's unless given."`
	Out     string `placeholder:"FOLDER" help:"Write the files of the playground to this folder, for a web server, instead of serving them."`
}

func (webCommand) Help() string {
	return `Serves the playground to the browser of this computer: a page that writes, plays and solves puzzles. The page
needs no network, and sends nothing anywhere. Ctrl-C ends the server.

Examples:

    pzc web                     then open the address that is printed
    pzc web --port 9000
    pzc web --link taquin       a link that opens this model in it
    pzc web --link taquin --address https://example.org/pzc/
    pzc web --out site          the same page as files, for any web server`
}

// errNotBuilt says how a pzc with a playground is built.
var errNotBuilt = errors.New("this pzc was built without the playground; in the repository, `make web build` " +
	"builds one that has it (this needs npm)")

func (c *webCommand) Run(e *env) error {
	switch {
	case c.Address != "" && c.Link == "":
		return errors.New("--address is the address of a link; it goes with --link")
	case c.Link != "":
		return c.link(e)
	case !web.Built():
		return errNotBuilt
	case c.Out != "":
		return inFolder(c.Out, func(folder string) error { return writeSite(e, folder) })
	case c.Port < 0 || c.Port > 65535:
		return fmt.Errorf("--port %d: a port is a number from 0 to 65535", c.Port)
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port))
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", address)
	if err != nil {
		return fmt.Errorf("port %d cannot be listened on; choose another with --port (%w)", c.Port, err)
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	if err := e.answer(func(out io.Writer) error {
		_, err := fmt.Fprintf(out, "http://%s/\n", listener.Addr())
		return err
	}); err != nil {
		return err
	}
	return web.Serve(ctx, listener)
}

// link prints a link to the playground that holds a model and the files beside it that it uses.
func (c *webCommand) link(e *env) error {
	program, err := e.load(context.Background(), c.Link)
	if err != nil {
		return err
	}
	files, main := program.Beside(program.Model().Name)
	fragment, err := web.Fragment(web.Shared{Files: files, Main: main})
	if err != nil {
		return err
	}
	address := fmt.Sprintf("http://127.0.0.1:%d/", c.Port)
	if c.Address != "" {
		base, err := url.Parse(c.Address)
		if err != nil || base.Scheme != "https" && base.Scheme != "http" || base.Host == "" {
			return fmt.Errorf("--address %s: an address begins with https:// or http://", c.Address)
		}
		address = (&url.URL{Scheme: base.Scheme, Host: base.Host, Path: base.Path}).String()
	}
	return e.answer(func(out io.Writer) error {
		_, err := fmt.Fprintf(out, "%s%s\n", address, fragment)
		return err
	})
}

// writeSite writes the files of the playground.
func writeSite(e *env, folder string) error {
	files := 0
	err := web.Each(func(name string, text []byte) error {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		files++
		return writeFile(name, func(w io.Writer) error {
			_, err := io.Copy(w, bytes.NewReader(text))
			return err
		})
	})
	if err != nil || e.globals.Quiet {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%d files in %s\n", files, folder)
	return err
}
