package diag_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/diag"
)

func TestDecode(t *testing.T) {
	for file, want := range map[string]string{
		"":                       "",
		"a\r\nb\rc\n":            "a\nb\rc\n",
		"\ufeffé\r\n":            "é\n",
		"a\n\xe4":                "f:2:1: error: the file is not text: it has a byte that is not UTF-8 (0xe4)",
		"\xff\xfea\x00\n\x00":    "f:1:1: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
		"\xfe\xff\x00a\x00\n":    "f:1:1: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
		"é\x00":                  "f:1:2: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
		diag.Legible("Z\xe4 \n"): "Z\ufffd \n",
		diag.Legible("\xff\x00"): "f:1:1: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
	} {
		text, wrong := diag.Decode("f", file)
		if wrong != nil {
			assert.Equal(t, "save the file as UTF-8 text", wrong.Help)
			text = wrong.Error()
		}
		assert.Equal(t, want, text, "%q", file)
	}
}
