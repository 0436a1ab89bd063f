package levels

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Address returns the address at puzz.link of a board: the name of a puzzle of the library, and its parameters as
// pzc solve --data reads them. It is an error if puzz.link lacks the genre, or has no way to say a value. back is what
// is read of the address: what it does not have as a parameter, the address does not say.
func Address(puzzle string, parameters map[string]json.RawMessage) (address string, back Level, err error) {
	all := genres()
	i := slices.IndexFunc(all, func(g genre) bool {
		return strings.EqualFold(strings.ReplaceAll(g.model, "_", ""), puzzle)
	})
	if i < 0 {
		return "", back, fmt.Errorf("puzz.link lacks the genre of %s, or pzc does not know its addresses; there are %s",
			puzzle, strings.Join(Genres(), ", "))
	}
	b := newBoard(&all[i])
	for _, f := range b.genre.forms {
		if f.numbers(b, parameters); b.failed {
			return "", back, errors.New(b.source.diags[0].Msg)
		}
	}
	address = b.written()
	again := newBoard(b.genre)
	again.readAddress(address)
	if again.failed || !reflect.DeepEqual(b.at, again.at) {
		return "", back, errors.New("the board has what puzz.link has no way to say, such as a room in two pieces")
	}
	if strings.HasSuffix(address, ".") {
		address += "/" // mail and chats take a dot at the end for one of the sentence
	}
	return "https://puzz.link/p?" + address, Level{Model: again.genre.model, Params: again.params()}, nil
}

// newBoard returns a board of a genre that no file has.
func newBoard(g *genre) *linkBoard {
	return &linkBoard{source: &source{lines: []string{""}}, line: 1, genre: g, name: g.first()}
}

// written returns the part of an address behind the question mark. It numbers the rooms by their first cells.
func (b *linkBoard) written() string {
	names := map[int]int{}
	for i, room := range b.at[roomLayer] {
		if _, is := names[room]; !is {
			names[room] = len(names)
		}
		b.at[roomLayer][i] = names[room]
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
