package diag_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/diag"
)

// hidden are characters of each kind that must not be in a text that is printed.
const hidden = "\x00\x07\x1b\r\u007f\u0085\u009b\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u3164\ufeff\ufff9\U000e0001\U000e0041"

func TestHidden(t *testing.T) {
	for _, r := range hidden {
		assert.True(t, diag.Hidden(r), "%U", r)
		assert.Equal(t, 2, diag.FirstHidden("ab"+string(r)+"c"), "%U", r)
		assert.Equal(t, "a\ufffd", diag.Shown("a"+string(r)), "%U", r)
	}
	for _, text := range []string{
		"a b\tc\nd", "äöü ß é €", "日本語", "עברית", "العربية", "♟♜ ▲◆█", "👨\u200d👩\u200d👧 ❤\ufe0f", "e\u0301",
	} {
		assert.Equal(t, -1, diag.FirstHidden(text), text)
	}
	// What joins two signs joins nothing else.
	assert.Equal(t, 1, diag.FirstHidden("a\u200db"))
	assert.Equal(t, 0, diag.FirstHidden("\u200d"))
	assert.Equal(t, 7, diag.FirstHidden("👨\u200d\u200d"))
	assert.True(t, diag.Hidden('\u200d'), "by itself")
}

func TestClip(t *testing.T) {
	assert.Equal(t, "short", diag.Clip("short"))
	long := strings.Repeat("ä", 1_000_000)
	assert.Len(t, []rune(diag.Clip(long)), 2001)
	assert.Equal(t, strings.Repeat("ä", 2000), diag.Clip(strings.Repeat("ä", 2000)))
	var l diag.List
	d := l.Errorf(diag.Span{}, "x", "%s", long)
	d.Help = long
	d.Related = []diag.Related{{Msg: long}}
	assert.Less(t, len(printed(l, nil, false)), 3*(4000+100))
}

func TestOneLine(t *testing.T) {
	assert.Equal(t, "up↵V: solved↵", diag.OneLine("up\nV: solved\n"))
	assert.Equal(t, "up", diag.OneLine("up"))
}
