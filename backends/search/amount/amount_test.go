package amount

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 10<<10 - 1: "10239 bytes", 10 << 10: "10 KiB", 4 << 30: "4096 MiB", 10 << 30: "10 GiB",
		19 << 30: "19 GiB",
	} {
		assert.Equal(t, want, Bytes(n))
	}
}
