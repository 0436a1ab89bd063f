package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// TestManifests decodes the manifests of Kubernetes strictly, and runs the commands of their containers.
func TestManifests(t *testing.T) {
	var claim core.PersistentVolumeClaim
	var job batch.Job
	var deployment apps.Deployment
	decode := func(name string, into ...any) {
		text, err := os.ReadFile("../../deploy/" + name)
		require.NoError(t, err)
		parts := strings.Split(string(text), "\n---\n")
		require.Len(t, parts, len(into))
		for i, part := range parts {
			require.NoError(t, yaml.UnmarshalStrict([]byte(part), into[i]), name)
		}
	}
	decode("kubernetes-folder.yaml", &claim, &job)
	decode("kubernetes-nats.yaml", &deployment)
	assert.Equal(t, deployment.Spec.Selector.MatchLabels, deployment.Spec.Template.Labels)
	assert.Equal(t, claim.Name, job.Spec.Template.Spec.Volumes[1].PersistentVolumeClaim.ClaimName)
	n, pzc := running(t, server.Options{JetStream: true}), built(t)
	for _, c := range []core.Container{
		job.Spec.Template.Spec.Containers[0], deployment.Spec.Template.Spec.Containers[0],
	} {
		args := strings.ReplaceAll(strings.Join(c.Args, " "), "/jobs", t.TempDir())
		cmd := exec.Command(pzc, append(strings.Fields(args), "--once")...)
		cmd.Env = append(os.Environ(), "NATS_URL="+n.ClientURL())
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", said)
	}
}

// TestConfiguration starts a server as deploy/nats.conf says, and connects as deploy/compose.yaml says.
func TestConfiguration(t *testing.T) {
	text, err := os.ReadFile("../../deploy/nats.conf")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "nats.conf")
	text = bytes.Replace(text, []byte(`"jobs"`), []byte(`"`+t.TempDir()+`"`), 1)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	t.Setenv("PZC_PASSWORD", "pass")
	o, err := server.ProcessConfigFile(file)
	require.NoError(t, err)
	o.Port = -1
	n := running(t, *o)
	compose, err := os.ReadFile("../../deploy/compose.yaml")
	require.NoError(t, err)
	_, url, _ := strings.Cut(string(compose), "NATS_URL: ")
	url, _, _ = strings.Cut(url, "\n")
	opened(t, strings.NewReplacer("${PZC_PASSWORD}", "pass", "nats:4222", n.Addr().String()).Replace(url))
}
