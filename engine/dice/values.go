package dice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// ReadValues reads the JSON of a proof into target, which must be a pointer. White space and the order of names are
// free; every name must be there, once and spelled as it is, and no other. So two programs read the same values from
// the same file.
func ReadValues(data []byte, target any) error {
	if err := json.Unmarshal(data, target); err != nil {
		return err
	}
	again := encode(target)
	var is, want bytes.Buffer
	if json.Compact(&is, data) == nil && json.Compact(&want, again) == nil && bytes.Equal(is.Bytes(), want.Bytes()) {
		return nil // as nearly all files are: written by this program
	}
	return sameValues(data, again)
}

// sameValues fails unless two texts hold the same, and the first one each name once.
func sameValues(data, again []byte) error {
	if err := namesOnce(data); err != nil {
		return err
	}
	is, err := plainValue(data)
	if err != nil {
		return err
	}
	want, err := plainValue(again)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(is, want) { // a number in another form, too
		return errors.New("it has names or values in a form that there is not, or lacks some")
	}
	return nil
}

// plainValue reads JSON as maps and lists, with numbers as they are written.
func plainValue(data []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return v, d.Decode(&v)
}

// namesOnce fails for JSON that is none, for what follows behind it, and for a name that an object has twice.
func namesOnce(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if err := nextOnce(d); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows behind its end")
	}
	return nil
}

func nextOnce(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			text := name.(string) // the decoder takes nothing else
			if seen[text] {
				return fmt.Errorf("it says %q twice", text)
			}
			seen[text] = true
		}
		if err := nextOnce(d); err != nil {
			return err
		}
	}
	_, err = d.Token() // the end
	return err
}
