package main

import (
	"fmt"
	"reflect"

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
