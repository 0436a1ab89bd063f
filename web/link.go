package web

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
)

// Shared is what a link to the playground holds: README.md.
type Shared struct {
	Files    map[string]string `json:"files"`
	Main     string            `json:"main,omitempty"`
	Instance string            `json:"instance,omitempty"`
	Moves    []string          `json:"moves,omitempty"`
}

// Fragment returns the end of a link, which begins with `#v1=`.
func Fragment(s Shared) (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	_, _ = w.Write(text) // a buffer takes all
	if err := w.Close(); err != nil {
		return "", err
	}
	return "#v1=" + base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}
