package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// durationMapper reads flags of the type duration.
type durationMapper struct{}

// Decode implements kong.Mapper.
func (durationMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, ok := parseDuration(text)
	if !ok {
		return fmt.Errorf("%q is not a time; write 30s, 5m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// listMapper reads flags of the type list: names and expressions with commas between them.
type listMapper struct{}

// Decode implements kong.Mapper.
func (listMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("list", &text); err != nil {
		return err
	}
	target.Set(reflect.AppendSlice(target, reflect.ValueOf(splitList(text))))
	return nil
}

// splitList splits a text at its commas, but for those in brackets and in quotes, as in `v[(0, 0)], max(a, b)`.
func splitList(text string) (all []string) {
	depth, quote, begin := 0, rune(0), 0
	for i, r := range text {
		switch {
		case quote != 0:
			if quote == r {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth == 0:
			all, begin = append(all, strings.TrimSpace(text[begin:i])), i+1
		}
	}
	return append(all, strings.TrimSpace(text[begin:]))
}

// bytesMapper reads flags of the type bytes.
type bytesMapper struct{}

// Decode implements kong.Mapper.
func (bytesMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("size", &text); err != nil {
		return err
	}
	n, ok := parseBytes(text)
	if !ok {
		return fmt.Errorf("%q is not an amount of memory; write 4GiB or 500MB", text)
	}
	target.SetInt(n)
	return nil
}
