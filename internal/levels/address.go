package levels

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Address returns the address at puzz.link of a board: a model of the library, and its parameters as pzc solve --data
// reads them. It is an error if puzz.link lacks the genre, or has no way to say a value.
func Address(model string, parameters data) (string, error) {
	all := genres()
	i := slices.IndexFunc(all, func(g genre) bool { return g.model == model })
	if i < 0 {
		return "", fmt.Errorf("puzz.link does not have the genre of %s, or pzc does not know its addresses", model)
	}
	b := newBoard(&all[i])
	for _, f := range b.genre.forms {
		if f.numbers(b, parameters); b.failed {
			return "", b.source.diags.Err()
		}
	}
	address := b.written()
	again := newBoard(b.genre)
	again.readAddress(address)
	if again.failed || !reflect.DeepEqual(b.at, again.at) {
		return "", errors.New("the board has what puzz.link has no way to say, such as a room in two pieces")
	}
	return "https://puzz.link/p?" + address, nil
}

// newBoard returns a board of a genre that no file has.
func newBoard(g *genre) *linkBoard {
	first, _, _ := strings.Cut(g.names, " ")
	return &linkBoard{source: &source{lines: []string{""}}, line: 1, genre: g, name: first}
}

// written returns the part of an address behind the question mark. It numbers the rooms by their first cells.
func (b *linkBoard) written() string {
	for i, cell := range b.firsts() {
		room := b.at[roomLayer][cell]
		for k, r := range b.at[roomLayer] {
			if r == room && k >= cell {
				b.at[roomLayer][k] = -2 - i
			}
		}
	}
	for k, r := range b.at[roomLayer] {
		b.at[roomLayer][k] = -2 - r
	}
	out := b.name + "/"
	if b.flags != "" {
		out += b.flags + "/"
	}
	out += fmt.Sprintf("%d/%d/", b.cols, b.rows)
	for _, p := range b.genre.parts {
		if len(b.at[p.of]) == 0 {
			b.at[p.of] = empty(p.size(b))
		}
		if !p.optional || slices.Max(append(b.at[p.of], blank)) > blank {
			out += p.codec.write(b, slices.Clone(b.at[p.of]))
		}
	}
	return out
}
