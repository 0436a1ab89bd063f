package lsp

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// URIs of files are those of package net/url, in both directions.
func TestURIs(t *testing.T) {
	s := &Server{}
	rapid.Check(t, func(t *rapid.T) {
		name := "/" + rapid.StringMatching(`[a-zA-Z0-9%# ?é~+;=\[\]&-]{1,20}`).Draw(t, "name")
		uri := s.uriOf(name)
		u, err := url.Parse(uri)
		require.NoError(t, err)
		assert.Equal(t, name, u.Path)
		assert.Equal(t, (&url.URL{Scheme: "file", Path: name}).String(), uri)
		assert.Equal(t, name, nameOf(uri))
	})
	for uri, name := range map[string]string{
		"file:///c%3A/a/b.pz": "c:/a/b.pz", "file://host/a/../b.pz": "/host/b.pz", "file:///a%2": "/a%2",
		"file:///%zz":         "/%zz",
		"untitled:Untitled-1": "untitled:Untitled-1", "std:taquin.pz": "std:taquin.pz",
	} {
		assert.Equal(t, name, nameOf(uri), uri)
	}
}
