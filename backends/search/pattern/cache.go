package pattern

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/whole"
)

// Tables are kept in a folder, one file for each table. The name of a file is a hash of the abstraction that the table
// solves. A file is written completely or not at all. If the checksum or the header of a file is wrong, the file is
// damaged or has another version, and the table is built again.

const (
	tableMagic  = "pzctable"
	tableFormat = 1
	tableSuffix = ".table"
	keptBytes   = 2 << 30 // of all files; the least recently used files are removed first
)

var checksums = lazy.Value[*crc32.Table]{Make: func() *crc32.Table {
	return crc32.MakeTable(crc32.Castagnoli)
}}

// tableHeader is the beginning of a file. The file ends with a checksum of header and contents.
type tableHeader struct {
	Magic   [8]byte
	Format  uint32
	Width   uint32 // bytes of an entry
	Key     [sha256.Size]byte
	Entries uint64
	Words   uint64 // words of a numbered state; 0: entries are addressed directly
}

// load returns the table of an abstraction from the folder, and false if the folder does not have it.
func (w *builder) load(a *task.Abstraction, total bool) (*store.Costs, bool) {
	if w.folder == "" {
		return nil, false
	}
	key := tableKey(a, total)
	path := w.path(key)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // reading from a pipe would wait
		return nil, false
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() > w.Memory-w.Bytes() {
		return nil, false
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, false
	}
	t, ok := decode(a, key, data)
	if ok {
		whole.Used(path)
	}
	return t, ok
}

// cached reports whether the folder has a file for the table of an abstraction. The file may be damaged.
func (w *builder) cached(a *task.Abstraction) bool {
	if w.folder == "" {
		return false
	}
	_, err := os.Stat(w.path(tableKey(a, true)))
	return err == nil
}

func (w *builder) path(key [sha256.Size]byte) string {
	return filepath.Join(w.folder, hex.EncodeToString(key[:16])+tableSuffix)
}

// save writes a table into the folder. If this fails, it reports the failure as progress.
func (w *builder) save(a *task.Abstraction, total bool, t *store.Costs) {
	if w.folder == "" {
		return
	}
	if err := w.write(tableKey(a, total), t); err != nil {
		w.say(backends.Progress{Doing: fmt.Sprintf("table %s is not kept: %v", a.Name, err)})
	}
}

func (w *builder) write(key [sha256.Size]byte, t *store.Costs) error {
	if err := os.MkdirAll(w.folder, 0o750); err != nil {
		return err
	}
	if err := whole.Replace(w.path(key), func(out io.Writer) error { return encode(out, key, t) }); err != nil {
		return err
	}
	whole.Tidy(w.folder, tableSuffix, keptBytes)
	return nil
}

// encode writes the contents of a file.
func encode(out io.Writer, key [sha256.Size]byte, t *store.Costs) error {
	sum := crc32.New(checksums.Get())
	w := bufio.NewWriter(io.MultiWriter(out, sum))
	h := tableHeader{Format: tableFormat, Width: uint32(t.Entries.Width()), Key: key, Entries: uint64(t.Entries.Len())}
	copy(h.Magic[:], tableMagic)
	if t.States != nil {
		h.Words = uint64(t.States.Words)
	}
	if err := binary.Write(w, binary.LittleEndian, &h); err != nil {
		return err
	}
	var word []byte // bufio keeps the first error for the last Flush
	for id := range h.Entries * h.Words {
		word = binary.LittleEndian.AppendUint64(word[:0], t.States.State(uint32(id / h.Words))[id%h.Words])
		_, _ = w.Write(word)
	}
	t.Entries.Write(w)
	if err := w.Flush(); err != nil {
		return err
	}
	return binary.Write(out, binary.LittleEndian, sum.Sum32())
}

// decode returns the table in a file. It returns false if the file is incomplete or holds another table.
func decode(a *task.Abstraction, key [sha256.Size]byte, data []byte) (*store.Costs, bool) {
	var h tableHeader
	head := binary.Size(&h)
	if len(data) < head+4 {
		return nil, false
	}
	body, sum := data[head:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if _, err := binary.Decode(data, binary.LittleEndian, &h); err != nil ||
		crc32.Checksum(data[:len(data)-4], checksums.Get()) != sum {
		return nil, false
	}
	vars := pickVars(a.Task.Vars, a.Kept())
	t := &store.Costs{Kept: packed.NewLayout(vars)}
	known := bytes.Equal(h.Magic[:], []byte(tableMagic)) && h.Format == tableFormat && h.Key == key
	if !known || h.Entries > uint64(len(body)) || h.Words > 1<<20 ||
		h.Entries*(8*h.Words+uint64(h.Width)) != uint64(len(body)) {
		return nil, false
	}
	if h.Words == 0 {
		t.Stride = packed.Strides(vars)
		if int64(h.Entries) != packed.Product(vars, int64(h.Entries)) {
			return nil, false
		}
	} else if body, known = number(t, h, body); !known {
		return nil, false
	}
	t.Entries, known = store.ReadEntries(int(h.Width), body)
	return t, known
}

// number reads the numbered states.
func number(t *store.Costs, h tableHeader, body []byte) ([]byte, bool) {
	if int(h.Words) != t.Kept.Words {
		return nil, false
	}
	t.States = store.NewClosed(t.Kept.Words)
	st := make([]uint64, h.Words)
	for range h.Entries {
		for w := range st {
			st[w] = binary.LittleEndian.Uint64(body)
			body = body[8:]
		}
		if _, fresh := t.States.Put(st); !fresh {
			return nil, false
		}
	}
	return body, true
}

// tableKey returns a hash of everything that the table of an abstraction depends on. Names do not matter. If the table
// is over all combinations of values, the initial states do not matter either.
func tableKey(a *task.Abstraction, total bool) [sha256.Size]byte {
	k := keyWriter{pool: a.Task.Pool, number: map[task.Expr]int64{}}
	t := a.Task
	k.numbers(tableFormat, space.ToInt(total), int64(len(t.Vars)), int64(len(a.Fold)))
	for _, v := range a.Fold {
		k.numbers(int64(v))
	}
	for i := range t.Vars {
		k.numbers(int64(len(t.Vars[i].Values)))
		k.numbers(t.Vars[i].Values...)
	}
	for i := range t.Pool.Graphs {
		for _, next := range t.Pool.Graphs[i].Next {
			k.out = fmt.Appendf(k.out, "%d %v;", i, next)
		}
	}
	k.expr(t.Goal)
	k.expr(t.Always)
	for i := range t.Arrays {
		if t.Arrays[i].Distinct {
			k.numbers(-2, int64(len(t.Arrays[i].Elems)))
			for _, e := range t.Arrays[i].Elems {
				k.expr(e)
			}
		}
	}
	if !total {
		k.numbers(t.Init...)
		for _, f := range t.Free {
			k.numbers(space.ToInt(f))
		}
		k.expr(t.InitCond)
		k.expr(t.Dead)
	}
	for i := range t.Moves {
		m := &t.Moves[i]
		k.numbers(-3, int64(len(m.Effects)))
		k.expr(m.Guard)
		k.expr(m.Cost)
		for _, e := range m.Effects {
			k.numbers(int64(e.Var))
			k.expr(e.Cond)
			k.expr(e.Value)
		}
	}
	return sha256.Sum256(k.out)
}

// keyWriter writes equal expressions in the same way: each part at its first occurrence.
type keyWriter struct {
	pool   *task.Pool
	number map[task.Expr]int64
	out    []byte
}

func (k *keyWriter) numbers(ns ...int64) {
	for _, n := range ns {
		k.out = binary.AppendVarint(k.out, n)
	}
}

func (k *keyWriter) expr(e task.Expr) {
	if i, ok := k.number[e]; ok {
		k.numbers(-1, i)
		return
	}
	n := k.pool.Node(e)
	k.numbers(int64(n.Op), n.N, int64(len(n.Args)))
	for _, a := range n.Args {
		k.expr(a)
	}
	k.number[e] = int64(len(k.number))
}
