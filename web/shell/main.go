// Command shell writes the pages on which others play into the folder of the site, without a puzzle: game.tmpl for
// puzzles all of whose positions the page has, game-compiler.tmpl for others. The playground makes pages of them.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/pzc-lang/pzc/internal/present/gamepage"
)

func main() {
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(site string) error {
	exec, err := os.ReadFile(filepath.Join(site, "wasm_exec.js"))
	if err != nil {
		return err
	}
	for name, exec := range map[string][]byte{"game.tmpl": nil, "game-compiler.tmpl": exec} {
		shell, err := gamepage.Shell(exec)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(site, name), []byte(shell), 0o644); err != nil {
			return err
		}
	}
	return nil
}
