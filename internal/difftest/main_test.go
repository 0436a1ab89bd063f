package difftest

import (
	"flag"
	"os"
	"testing"
)

// Fewer models than rapid draws by default; -rapid.checks on the command line comes later and wins.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "60"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
