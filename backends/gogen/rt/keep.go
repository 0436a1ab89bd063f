package search

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"os"
	"path/filepath"
)

// Large tables are kept in files, so that the next run need not compute them again. The name of a file is a hash of all
// that the table depends on. The file holds the entries and a checksum.

// file is the name of the file of a pattern; "" if the pattern is not kept.
func (p *Pattern) file(folder string) string {
	_, forgotten := p.kept()
	if folder == "" || p.width()*uint(len(p.apart()))-forgotten < 20 {
		return ""
	}
	h := fnv.New64a()
	fmt.Fprint(h, "pattern 1", p.Own, p.Others, p.Only, p.Forget, p.Goal, p.Moves)
	return filepath.Join(folder, fmt.Sprintf("%016x.table", h.Sum64()))
}

// load reads the table; false if the file is missing or damaged.
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

// save writes the table. If it cannot, the table is not kept.
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
		os.Rename(f.Name(), name) == nil { // so the file is complete or absent
		return
	}
	_ = os.Remove(f.Name())
}
