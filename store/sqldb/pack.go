package sqldb

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// packed is what a packed text begins with. No text that is packed does: JSON, which begins with a bracket.
const packed = "zstd:"

// Both may be used by many at once. A text of some kilobytes takes less than a millisecond.
var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(unpackedMost))
)

// unpackedMost is how many bytes a packed text has at most.
const unpackedMost = 16 << 20

// Pack returns a text of JSON in a quarter of the room: what is kept for ever and seldom read is stored so. It is a text again,
// for a column that had the whole one before.
func Pack(text string) string {
	if text == "" {
		return ""
	}
	return packed + base64.RawStdEncoding.EncodeToString(packer.EncodeAll([]byte(text), nil))
}

// Unpack undoes Pack. A text that is not packed, as one that was stored before, stays as it is.
func Unpack(text string) (string, error) {
	body, ok := strings.CutPrefix(text, packed)
	if !ok {
		return text, nil
	}
	data, err := base64.RawStdEncoding.DecodeString(body)
	if err == nil {
		data, err = unpacker.DecodeAll(data, nil)
	}
	if err != nil {
		return "", fmt.Errorf("unpacking a text: %w", err)
	}
	return string(data), nil
}
