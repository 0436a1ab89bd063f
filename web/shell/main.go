// Command shell writes the page on which others play, without a puzzle and without the compiler: the playground makes
// pages of it. It reads wasm_exec.js of the Go release from its standard input.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/pzc-lang/pzc/internal/gamepage"
)

func main() {
	exec, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = gamepage.Template(os.Stdout, exec)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
