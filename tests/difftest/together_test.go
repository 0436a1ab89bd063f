package difftest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Most of the time that it takes to test a generated package goes into linking the test and into compiling the search
// package. Therefore one program tests many packages: their tests become plain functions, which one test calls, and
// they share one copy of the search package.

// togetherBatch is how many packages are tested by one program.
const togetherBatch = 100

var testName = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// testTogether runs the tests of packages in folders of a module.
func testTogether(t *testing.T, dir string, names []string) {
	t.Helper()
	var imports, calls strings.Builder
	for _, name := range names {
		fmt.Fprintf(&imports, "\t%q\n", "oracle/"+name)
		for _, test := range shareSearch(t, dir, name) {
			fmt.Fprintf(&calls, "\t\t{%q, %s.%s},\n", name+" "+test, name, test)
		}
	}
	text := "package oracle\n\nimport (\n\t\"testing\"\n\n" + imports.String() +
		")\n\nfunc TestAll(t *testing.T) {\n\tfor _, x := range []struct {\n\t\tname string\n" +
		"\t\trun func(*testing.T)\n\t}{\n" + calls.String() + "\t} {\n\t\tt.Run(x.name, x.run)\n\t}\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "all_test.go"), []byte(text), 0o600))
	// nothing here runs long enough to be optimised
	runGo(t, dir, "test", "-c", "-vet=off", "-gcflags=oracle/...=-N -l", "-o", "all.test", ".")
	if t.Failed() {
		return
	}
	cmd := exec.Command(filepath.Join(dir, "all.test"), "-test.timeout=30m")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

// shareSearch moves the search package of a package up, makes its tests functions of the package, and lists them.
func shareSearch(t *testing.T, dir, name string) (tests []string) {
	t.Helper()
	of := filepath.Join(dir, name)
	require.NoError(t, filepath.WalkDir(of, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if in, _ := filepath.Rel(of, file); filepath.Dir(in) == "search" {
			shared := filepath.Join(dir, in)
			if there, err := os.ReadFile(shared); err == nil {
				require.Equal(t, string(there), string(text), "%s: the search package is not the same everywhere", name)
			}
			require.NoError(t, os.MkdirAll(filepath.Dir(shared), 0o750))
			require.NoError(t, os.WriteFile(shared, text, 0o600))
			return nil
		}
		text = bytes.ReplaceAll(text, []byte(`"oracle/`+name+`/search"`), []byte(`"oracle/search"`))
		if to, isTest := strings.CutSuffix(file, "_test.go"); isTest {
			for _, found := range testName.FindAllSubmatch(text, -1) {
				tests = append(tests, string(found[1]))
			}
			text = bytes.ReplaceAll(text, []byte(`"oracle.json"`), []byte(`"`+name+`/oracle.json"`))
			require.NoError(t, os.Remove(file))
			file = to + "_checks.go"
		}
		return os.WriteFile(file, text, 0o600)
	}))
	require.NoError(t, os.RemoveAll(filepath.Join(of, "search")))
	return tests
}
