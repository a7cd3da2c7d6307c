// Package drand fetches public values of drand's network "quicknet" from a server that its operator has named, and from
// nowhere else (https://docs.drand.love, HTTP API). What a server says is checked by the key of the network, so that it can
// withhold a value, and not make one up.
package drand

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"kickabout/engine/dice/beacon"
)

// Source is a server that hands out the values.
type Source struct {
	base   *url.URL
	client *http.Client
}

// What a request may take.
const (
	timeout  = 10 * time.Second
	mostRead = 4 << 10
)

// At returns the source at an address, such as https://api.drand.sh.
func At(address string) (*Source, error) {
	base, err := url.Parse(address)
	if err == nil && (base.Scheme != "https" && base.Scheme != "http" || base.Host == "") {
		err = errors.New("it begins with https:// or http://, and names a host")
	}
	if err != nil {
		return nil, fmt.Errorf("--beacon %s: %w", address, err)
	}
	return &Source{base: base, client: &http.Client{Timeout: timeout}}, nil
}

// Round returns the signature of a round, which the network has signed so.
func (s *Source) Round(ctx context.Context, round uint64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base.JoinPath(beacon.Quicknet, "public", strconv.FormatUint(round, 10)).String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("round %d: %s", round, answer.Status)
	}
	var said struct {
		Round     uint64
		Signature string
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, mostRead)).Decode(&said); err != nil {
		return nil, fmt.Errorf("round %d: %w", round, err)
	}
	signature, err := hex.DecodeString(said.Signature)
	if err != nil || said.Round != round {
		return nil, fmt.Errorf("round %d: the server says something else", round)
	}
	return signature, beacon.Verify(beacon.Network(), round, signature)
}
