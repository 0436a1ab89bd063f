package search

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"os"
	"path/filepath"
)

// Large tables are kept in files, so that the next run need not work them out again. A file is named after all that its
// table depends on; it has the entries, and a checksum behind them.

// file is the name of the file of a pattern, "" if it is not kept.
func (p *Pattern) file(folder string) string {
	_, forgotten := p.kept()
	if folder == "" || p.width()*uint(len(p.apart()))-forgotten < 20 {
		return ""
	}
	h := fnv.New64a()
	fmt.Fprint(h, "pattern 1", p.Own, p.Others, p.Only, p.Forget, p.Goal, p.Moves)
	return filepath.Join(folder, fmt.Sprintf("%016x.table", h.Sum64()))
}

// load reads the table; false if it is not there, or is damaged.
func (p *Pattern) load(folder string) bool {
	name := p.file(folder)
	if name == "" {
		return false
	}
	text, err := os.ReadFile(name)
	list, _ := p.kept()
	n := 1 << (p.width() * uint(len(list)))
	if err != nil || len(text) != n+4 && len(text) != 2*n+4 {
		return false
	}
	body, sum := text[:len(text)-4], binary.LittleEndian.Uint32(text[len(text)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return false
	}
	p.place = list
	if len(body) == n {
		p.one = body
		return true
	}
	p.two = make([]uint16, n)
	for i := range p.two {
		p.two[i] = binary.LittleEndian.Uint16(body[2*i:])
	}
	return true
}

// save writes the table. What cannot be written is not kept.
func (p *Pattern) save(folder string) {
	name := p.file(folder)
	if name == "" || os.MkdirAll(folder, 0o755) != nil {
		return
	}
	body := p.one
	if body == nil {
		for _, c := range p.two {
			body = binary.LittleEndian.AppendUint16(body, c)
		}
	}
	f, err := os.CreateTemp(folder, "table")
	if err != nil {
		return
	}
	_, err = f.Write(binary.LittleEndian.AppendUint32(append([]byte{}, body...), crc32.ChecksumIEEE(body)))
	if err2 := f.Close(); err == nil && err2 == nil &&
		os.Rename(f.Name(), name) == nil { // so it is there whole or not at all
		return
	}
	_ = os.Remove(f.Name())
}
