package main

import (
	"context"

	"github.com/pzc-lang/pzc/cmd/pzc/internal/command"
	"github.com/pzc-lang/pzc/lsp"
)

type lspCommand struct{}

// Help is shown below the command's line in its help.
func (lspCommand) Help() string {
	return `Editors start this command and speak the Language Server Protocol with it over standard input and output.
It shows findings while a model is written, completes and explains names, and finds and renames them.

Examples:

    pzc lsp`
}

// Run serves one editor, until the editor ends the connection.
func (lspCommand) Run(e *command.Env) error {
	return lsp.Serve(context.Background(), e.Stdin, e.Stdout, lsp.Options{Version: e.Version, Words: command.InFlags})
}
