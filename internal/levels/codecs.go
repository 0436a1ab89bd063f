package levels

import (
	"slices"
	"strconv"
	"strings"
)

// codec reads and writes n numbers of one part of an address. The forms are those of pzprjs, in
// src/variety-common/Encode.js.
type codec struct {
	read  func(b *linkBoard, n int) []int
	write func(b *linkBoard, numbers []int) string
}

// runs is for numbers among blanks: a letter from first on stands for as many blanks as its place says, and value reads
// and writes any other number.
func runs(first byte, value func(*linkBoard) int, written func(n int) string) codec {
	return codec{
		func(b *linkBoard, n int) []int {
			out := empty(n)
			for i := 0; i < n && !b.failed; i++ {
				if c := b.next(); c >= first && c <= 'z' {
					b.body = b.body[1:]
					i += int(c - first)
				} else {
					out[i] = value(b)
				}
			}
			return out
		},
		func(_ *linkBoard, numbers []int) string {
			var out strings.Builder
			blanks := 0
			flush := func() {
				for ; blanks > 0; blanks -= min(blanks, int('z'-first)+1) {
					out.WriteByte(first + byte(min(blanks-1, int('z'-first))))
				}
			}
			for _, n := range numbers {
				if n == blank {
					blanks++
					continue
				}
				flush()
				out.WriteString(written(n))
			}
			flush()
			return out.String()
		},
	}
}

// signed is for numbers that have one sign each: signs[n], and a dot for a question mark.
func signed(first byte, signs string) codec {
	return runs(first, func(b *linkBoard) int {
		if b.skip(".") {
			return question
		}
		n := strings.IndexByte(signs, b.next())
		if n < 0 {
			b.digits(1, 1) // refuses the sign
			return blank
		}
		b.body = b.body[1:]
		return n
	}, func(n int) string {
		if n == question {
			return "."
		}
		return signs[n : n+1]
	})
}

// longNumbers are the signs before numbers of several hexadecimal digits: how many digits there are, what to add, and the
// least number that is written so.
var longNumbers = []struct {
	sign               string
	digits, add, least int
}{
	{"", 1, 0, 0},
	{"-", 2, 0, 16},
	{"+", 3, 0, 256},
	{"=", 3, 4096, 4096},
	{"@", 3, 8192, 8192},
	{"*", 4, 12240, 12240},
	{"$", 5, 77776, 77776},
}

var (
	// numbers are hexadecimal digits, and longer numbers behind a sign.
	numbers = runs('g', (*linkBoard).hexadecimal, func(n int) string {
		if n == question {
			return "."
		}
		i := len(longNumbers) - 1
		for n < longNumbers[i].least {
			i--
		}
		l := longNumbers[i]
		text := strconv.FormatInt(int64(n-l.add), 16)
		return l.sign + strings.Repeat("0", l.digits-len(text)) + text
	})
	decimals = signed('a', "0123456789")
	areas    = signed('a', "01234567") // of fourcells and nawabari; 7 is a cell that the board does not have
	pipes    = codec{read: readPipes, write: signed('h', "abcdefg").write}
	tatami   = signed('g', "0123")
	arrows   = runs('a', (*linkBoard).arrow, writtenArrow)
	small    = codec{readSmall, writeSmall}
	marks    = codec{readMarks, writeMarks}
	bits     = packed(5, 2)
	circles  = packed(3, 3)
	base36   = codec{readBase36, writeBase36}
	rooms    = codec{readRooms, writeRooms}
)

// hexadecimal reads a number of `numbers`.
func (b *linkBoard) hexadecimal() int {
	if b.skip(".") {
		return question
	}
	if b.skip("%") {
		return b.digits(16, 3) + 8192
	}
	for _, l := range longNumbers[1:] {
		if b.skip(l.sign) {
			return b.digits(16, l.digits) + l.add
		}
	}
	return b.digits(16, 1)
}

// readPipes reads shapes of pipes. A digit stands for ice, which no model has.
func readPipes(b *linkBoard, n int) []int {
	if i := strings.IndexAny(b.body, "0123456789"); i >= 0 {
		b.fail("the board has ice; the model %s does not know that", b.genre.model)
	}
	return signed('h', "abcdefg").read(b, n)
}

// An arrow with a number is packed as one number.
const perArrow = 4096

// arrow reads a direction, 1 to 4 for up, down, left and right, and a number. A direction from 5 on has a number of two
// digits behind it, a minus one of three.
func (b *linkBoard) arrow() int {
	count := 1
	if b.skip("-") {
		count = 3
	}
	direction := b.digits(10, 1)
	if direction >= 5 {
		direction, count = direction-5, 2
	}
	if b.skip(".") {
		b.fail("an arrow has a question mark; the model %s does not know that", b.genre.model)
	}
	return direction*perArrow + b.digits(16, count)
}

func writtenArrow(n int) string {
	direction, number := n/perArrow, n%perArrow
	text := strconv.FormatInt(int64(number), 16)
	switch len(text) {
	case 1:
		return strconv.Itoa(direction) + text
	case 2:
		return strconv.Itoa(direction+5) + text
	default:
		return "-" + strconv.Itoa(direction) + text
	}
}

// readSmall reads numbers from 0 to 4: a digit, the digit plus 5 before one blank, plus 10 before two. A dot is a
// question mark, g to z are 1 to 20 blanks.
func readSmall(b *linkBoard, n int) []int {
	out := empty(n)
	for i := 0; i < n && !b.failed; i++ {
		if b.skip(".") {
			out[i] = question
			continue
		}
		switch d := b.digits(36, 1); {
		case d >= 16:
			i += d - 16
		case d == 15:
			b.fail("%q in the address stands for nothing here", "f")
		default:
			out[i] = d % 5
			i += d / 5
		}
	}
	return out
}

func writeSmall(_ *linkBoard, numbers []int) string {
	plain := signed('g', "01234")
	var out strings.Builder
	for i := 0; i < len(numbers); i++ {
		behind := 0
		for behind < 2 && i+behind+1 < len(numbers) && numbers[i+behind+1] == blank {
			behind++
		}
		if n := numbers[i]; n >= 0 {
			out.WriteByte(digit36(n + 5*behind))
			i += behind
			continue
		}
		end := i + 1
		for numbers[i] == blank && end < len(numbers) && numbers[end] == blank {
			end++
		}
		out.WriteString(plain.write(nil, numbers[i:end]))
		i = end - 1
	}
	return out.String()
}

// digit36 is the sign of a number below 36.
func digit36(n int) byte { return strconv.FormatInt(int64(n), 36)[0] }

// readMarks reads where marks stand among n cells: 0 to h is a mark before 0 to 17 blanks, i to z are 1 to 18 blanks.
func readMarks(b *linkBoard, n int) []int {
	out := empty(n)
	for i := 0; i < n && !b.failed; i++ {
		if d := b.digits(36, 1); d < 18 {
			out[i] = 1
			i += d
		} else {
			i += d - 18
		}
	}
	return out
}

func writeMarks(_ *linkBoard, numbers []int) string {
	var out strings.Builder
	for i := 0; i < len(numbers); {
		begin := i
		for i++; i < len(numbers) && numbers[i] == blank && i-begin < 18; i++ {
		}
		if numbers[begin] == blank {
			out.WriteByte(digit36(i - begin + 17))
		} else {
			out.WriteByte(digit36(i - begin - 1))
		}
	}
	return out.String()
}

// packed is for numbers below base, each digit of which stands for several; 0 is a blank.
func packed(each, base int) codec {
	most := 1
	for range each {
		most *= base
	}
	return codec{
		func(b *linkBoard, n int) []int {
			var out []int
			for len(out) < n && !b.failed {
				d := b.digits(most, 1)
				for place := most / base; place > 0; place /= base {
					v := d / place % base
					if v == 0 {
						v = blank
					}
					out = append(out, v)
				}
			}
			return slices.Concat(out, empty(n))[:n]
		},
		func(_ *linkBoard, numbers []int) string {
			var out strings.Builder
			for some := range slices.Chunk(numbers, each) {
				d, place := 0, most
				for _, n := range some {
					place /= base
					d += max(n, 0) * place
				}
				out.WriteByte(digit36(d))
			}
			return out.String()
		},
	}
}

// readBase36 reads a digit of base 36, two behind a minus, a dot for none.
func readBase36(b *linkBoard, n int) []int {
	out := empty(n)
	for i := range out {
		switch {
		case b.failed:
		case b.skip("."):
		case b.skip("%"), b.skip("@"):
			out[i] = question
		case b.skip("-"):
			out[i] = b.digits(36, 2)
		default:
			out[i] = b.digits(36, 1)
		}
	}
	return out
}

func writeBase36(_ *linkBoard, numbers []int) string {
	var out strings.Builder
	for _, n := range numbers {
		text := strconv.FormatInt(int64(max(n, 0)), 36)
		switch {
		case n == blank:
			text = "."
		case n == question:
			text = "@"
		case len(text) > 1:
			text = "-" + text
		}
		out.WriteString(text)
	}
	return out.String()
}

// readRooms reads borders, first those between columns, then those between rows, and numbers the rooms between them by
// their first cells.
func readRooms(b *linkBoard, n int) []int {
	walls := slices.Concat(bits.read(b, b.rows*(b.cols-1)), bits.read(b, (b.rows-1)*b.cols))
	out := empty(n)
	room := 0
	for i := range out {
		if out[i] == blank {
			b.flood(walls, out, i, room)
			room++
		}
	}
	return out
}

func writeRooms(b *linkBoard, numbers []int) string {
	var beside, under []int
	for i, n := range numbers {
		if (i+1)%b.cols != 0 {
			beside = append(beside, btoi(numbers[i+1] != n))
		}
		if i+b.cols < len(numbers) {
			under = append(under, btoi(numbers[i+b.cols] != n))
		}
	}
	return bits.write(b, beside) + bits.write(b, under)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// flood gives a cell, and those that no border separates from it, the number of a room.
func (b *linkBoard) flood(walls, out []int, cell, room int) {
	if out[cell] != blank {
		return
	}
	out[cell] = room
	i, k := cell/b.cols, cell%b.cols
	beside := func(i, k int) int { return i*(b.cols-1) + k }                // the border right of a cell
	under := func(i, k int) int { return b.rows*(b.cols-1) + i*b.cols + k } // the border below a cell
	for _, side := range []struct {
		is   bool
		wall int
		to   int
	}{
		{k+1 < b.cols, beside(i, k), cell + 1},
		{k > 0, beside(i, k-1), cell - 1},
		{i+1 < b.rows, under(i, k), cell + b.cols},
		{i > 0, under(i-1, k), cell - b.cols},
	} {
		if side.is && walls[side.wall] == blank {
			b.flood(walls, out, side.to, room)
		}
	}
}

// firsts returns the first cell of each room, in order.
func (b *linkBoard) firsts() (cells []int) {
	known := map[int]bool{}
	for i, room := range b.at[roomLayer] {
		if !known[room] {
			cells = append(cells, i)
		}
		known[room] = true
	}
	return cells
}
