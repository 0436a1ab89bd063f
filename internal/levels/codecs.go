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

// letterless stands for the first letter of runs in which each blank is written like a number.
const letterless = 'z' + 1

// runs is for numbers among blanks: a letter from first on stands for as many blanks as its place says. value and
// written read and write numbers.
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
				if n == blank && first < letterless {
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

// longNumbers are the signs before numbers of several hexadecimal digits: how many digits there are, what to add, and
// the least number that is written so.
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
	numbers  = runs('g', (*linkBoard).hexadecimal, writtenHexadecimal)
	decimals = signed('a', "0123456789")
	areas    = signed('a', "01234567") // of fourcells and nawabari; 7 is a cell that the board does not have
	pipes    = signed('h', "abcdefg")
	tatami   = signed('g', "0123")
	arrows   = runs('a', (*linkBoard).arrow, writtenArrow)
	small    = sparse(5, 0, 16)
	marks    = sparse(1, 1, 18)
	dots     = sparse(2, 1, 16) // white and black; that means nothing here
	bits     = packed(5, 2)
	circles  = packed(3, 3)
	base36   = runs(letterless, (*linkBoard).thirtySix, writtenThirtySix)
	rooms    = codec{readRooms, writeRooms}
)

func writtenHexadecimal(n int) string {
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
}

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

// A cell with a number, a direction and a kind is packed as one number.
const (
	perArrow = 4096
	noNumber = perArrow - 1
	perKind  = 5
)

func packedCell(kind, direction, n int) int { return (kind*perKind+direction)*perArrow + n }

// arrow reads a direction, 1 to 4 for up, down, left and right, and a number. A direction from 5 on has a number of two
// digits behind it, a minus one of three. A dot in place of the number, and a plus, say that there is no clue.
func (b *linkBoard) arrow() int {
	count := 1
	switch {
	case b.skip("+"):
		return question
	case b.skip("-"):
		count = 3
	}
	direction := b.digits(10, 1)
	if direction >= 5 {
		direction, count = direction-5, 2
	}
	if b.skip(".") { // a grey cell without a clue
		return question
	}
	return direction*perArrow + b.digits(16, count)
}

func writtenArrow(n int) string {
	if n == question {
		return "0."
	}
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

// castle has a kind before each arrow: grey, white, black.
var castle = runs('a', func(b *linkBoard) int {
	kind := b.digits(3, 1) + 1
	n := b.arrow()
	if n == question {
		n = noNumber
	}
	return packedCell(kind, 0, n)
}, func(n int) string {
	kind, n := n/perArrow/perKind-1, n%(perArrow*perKind)
	if n == noNumber {
		n = question
	}
	return strconv.Itoa(kind) + writtenArrow(n)
})

// balance has twice each number, and 1 more for a black circle.
var balance = runs('g', func(b *linkBoard) int {
	n := b.hexadecimal()
	switch {
	case n == question || n/2 >= noNumber:
		b.fail("a circle of the address has no number that a board can have")
		return blank
	case n < 2:
		return packedCell(n+1, 0, noNumber)
	}
	return packedCell(n%2+1, 0, n/2)
}, func(n int) string {
	black := n/perArrow/perKind - 1
	if n %= perArrow; n == noNumber {
		n = 0
	}
	return writtenHexadecimal(2*n + black)
})

// makaro has each number less 1 in decimal digits, and letters for black cells: without an arrow, or with one.
var makaro = runs('g', func(b *linkBoard) int {
	switch c := b.next(); {
	case c == 'a':
		b.body = b.body[1:]
		return question
	case c > 'a' && c <= 'e':
		b.body = b.body[1:]
		return packedCell(0, int(c-'a'), noNumber)
	case b.skip("-"):
		return b.digits(10, 2) + 1
	}
	return b.digits(10, 1) + 1
}, func(n int) string {
	switch {
	case n == question:
		return "a"
	case n >= perArrow:
		return string(rune('a' + n/perArrow))
	case n > 10:
		return "-" + strconv.Itoa(n-1)
	}
	return strconv.Itoa(n - 1)
})

// several has rows for four, three and two runs of tapa: the least number that says so, the base of its digits, and
// what was added. The digits are a 1 and the lengths of the runs, with 0 for any length.
var several = [][3]int{{460, 2, 444}, {396, 4, 332}, {0, 6, 324}}

// tapa has several runs as two digits of base 36. In the model, 9 is a run of any length.
var tapa = runs('g', func(b *linkBoard) int {
	switch {
	case b.skip("."):
		return 9
	case b.skip("9"):
		return 1111
	case b.next() < '9':
		return b.digits(10, 1)
	}
	n := b.digits(36, 2)
	row := several[slices.IndexFunc(several, func(row [3]int) bool { return n >= row[0] })]
	text := strconv.FormatInt(int64(n-row[2]), row[1])[1:]
	n, _ = strconv.Atoi(strings.ReplaceAll(text, "0", "9"))
	return n
}, func(n int) string {
	text := strconv.Itoa(n)
	switch {
	case n == 9:
		return "."
	case n == 1111:
		return "9"
	case n < 9:
		return text
	}
	row := several[max(4-len(text), 0)]
	lengths, _ := strconv.ParseInt("1"+strings.ReplaceAll(text, "9", "0"), row[1], 0)
	return strconv.FormatInt(lengths+int64(row[2]), 36)
})

// sparse is for few numbers from least on, each with the blanks behind it in one digit: the number, plus as many times
// the number of values as there are blanks. Digits from first on stand for blanks alone, and a dot for a question mark.
func sparse(values, least, first int) codec {
	return codec{
		func(b *linkBoard, n int) []int {
			out := empty(n)
			for i := 0; i < n && !b.failed; i++ {
				if b.skip(".") {
					out[i] = question
				} else if d := b.digits(36, 1); d >= first {
					i += d - first
				} else if d/values >= first/values {
					b.fail("%q in the address stands for nothing here", digit36(d))
				} else {
					out[i] = d%values + least
					i += d / values
				}
			}
			return out
		},
		func(_ *linkBoard, numbers []int) string {
			var out strings.Builder
			for i := 0; i < len(numbers); {
				n, begin := numbers[i], i
				if i++; n == question {
					out.WriteByte('.')
					continue
				}
				most := 36 - first
				if n != blank {
					most = first / values
				}
				for i-begin < most && i < len(numbers) && numbers[i] == blank {
					i++
				}
				if n == blank {
					out.WriteByte(digit36(first + i - begin - 1))
				} else {
					out.WriteByte(digit36(n - least + values*(i-begin-1)))
				}
			}
			return out.String()
		},
	}
}

// digit36 is the sign of a number below 36.
func digit36(n int) byte { return strconv.FormatInt(int64(n), 36)[0] }

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

// thirtySix reads a digit of base 36, two behind a minus, a dot for none.
func (b *linkBoard) thirtySix() int {
	switch {
	case b.skip("."):
		return blank
	case b.skip("%"), b.skip("@"):
		return question
	case b.skip("-"):
		return b.digits(36, 2)
	default:
		return b.digits(36, 1)
	}
}

func writtenThirtySix(n int) string {
	text := strconv.FormatInt(int64(max(n, 0)), 36)
	switch {
	case n == blank:
		return "."
	case n == question:
		return "@"
	case len(text) > 1:
		return "-" + text
	}
	return text
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
	for i, room := range b.at[roomLayer] {
		if slices.Index(b.at[roomLayer], room) == i {
			cells = append(cells, i)
		}
	}
	return cells
}
