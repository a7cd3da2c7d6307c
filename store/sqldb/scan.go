package sqldb

import (
	"bytes"
	"database/sql"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
	"gorm.io/gorm/schema"
)

// query is gorm's own callback of that name, which reads rows of numbers and texts by itself. Half of what a page takes is
// reading rows, and most of that was gorm's: a pointer for each value, and each struct copied twice. What has fields of other
// kinds gorm reads as before.
func query(db *gorm.DB) {
	if db.Error != nil {
		return
	}
	callbacks.BuildQuerySQL(db)
	if db.DryRun || db.Error != nil {
		return
	}
	rows, err := db.Statement.ConnPool.QueryContext(db.Statement.Context, db.Statement.SQL.String(), db.Statement.Vars...)
	if err != nil {
		_ = db.AddError(err)
		return
	}
	defer func() { _ = db.AddError(rows.Close()) }()
	if cells := plainCells(db, rows); cells != nil {
		read(db, rows, cells)
	} else {
		gorm.Scan(rows, db, 0)
	}
	if db.Statement.Result != nil {
		db.Statement.Result.RowsAffected = db.RowsAffected
	}
}

// plainCells returns where the columns of a row go to; nil if gorm has to read them.
func plainCells(db *gorm.DB, rows *sql.Rows) []cell {
	dest := db.Statement.ReflectValue
	if len(db.Statement.ColumnMapping) > 0 || !dest.IsValid() || !dest.CanSet() {
		return nil
	}
	row := dest.Type()
	if row.Kind() == reflect.Slice {
		row = row.Elem()
	}
	if row.Kind() != reflect.Struct {
		return nil
	}
	of := db.Statement.Schema
	if of == nil || of.ModelType != row {
		parsed := &gorm.Statement{DB: db}
		if parsed.Parse(db.Statement.Dest) != nil || parsed.Schema.ModelType != row {
			return nil
		}
		of = parsed.Schema
	}
	columns, err := rows.Columns()
	if err != nil || len(columns) < 2 { // one alone may be a value
		return nil
	}
	cells, seen := make([]cell, len(columns)), make(map[string]int, len(columns))
	for i, name := range columns {
		f := of.LookUpField(name)
		if seen[name] > 0 { // the columns of two tables may make one name
			f = another(of, name, seen[name])
		}
		switch {
		case f == nil && seen[name] == 0 && !strings.Contains(name, "__"): // which may be a part of another struct
		case f == nil || !f.Readable || !plain(f):
			return nil
		default:
			cells[i].field = f
			seen[name]++
		}
	}
	return cells
}

// another returns the field of a name behind n others, as gorm takes them; nil if there is none.
func another(of *schema.Schema, name string, n int) *schema.Field {
	for _, f := range of.Fields {
		if f.DBName == name && f.Readable {
			if n == 0 {
				return f
			}
			n--
		}
	}
	return nil
}

var scanner = reflect.TypeFor[sql.Scanner]()

// plain says whether a field is a number, a text, a truth value or bytes, or may be none of its kind.
func plain(f *schema.Field) bool {
	t := f.FieldType
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if f.Serializer != nil || f.FieldType.Implements(scanner) || reflect.PointerTo(t).Implements(scanner) {
		return false
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// read reads the rows of a query as gorm does: all of them into a slice, or the first into a struct.
func read(db *gorm.DB, rows *sql.Rows, cells []cell) {
	row := make([]any, len(cells))
	for i := range cells {
		row[i] = &cells[i]
	}
	into := func(at reflect.Value) {
		for i := range cells {
			if f := cells[i].field; f != nil {
				cells[i].at = f.ReflectValueOf(db.Statement.Context, at)
			}
		}
		_ = db.AddError(rows.Scan(row...))
		db.RowsAffected++
	}
	db.RowsAffected = 0
	if dest := db.Statement.ReflectValue; dest.Kind() == reflect.Struct {
		if rows.Next() {
			into(dest)
		}
	} else {
		if dest.IsNil() {
			dest.Set(reflect.MakeSlice(dest.Type(), 0, 0))
		}
		dest.SetLen(0)
		for n := 0; rows.Next(); n++ {
			dest.Grow(1)
			dest.SetLen(n + 1)
			at := dest.Index(n)
			at.SetZero()
			into(at)
		}
	}
	if err := rows.Err(); err != nil {
		_ = db.AddError(err)
	}
	if db.RowsAffected == 0 && db.Statement.RaiseErrorOnNotFound && db.Error == nil {
		_ = db.AddError(gorm.ErrRecordNotFound)
	}
}

// A cell is where a value of a column goes to.
type cell struct {
	field *schema.Field // nil: nowhere
	at    reflect.Value
}

// Scan takes a value as a driver gives it. What is NULL leaves nothing.
func (c *cell) Scan(value any) error {
	at := c.at
	switch {
	case c.field == nil:
		return nil
	case value == nil:
		at.SetZero()
		return nil
	}
	if at.Kind() == reflect.Pointer {
		at.Set(reflect.New(at.Type().Elem()))
		at = at.Elem()
	}
	if !put(at, value) {
		return fmt.Errorf("%T %v is no %s of %s", value, value, at.Type(), c.field.DBName)
	}
	return nil
}

// put sets a value of a plain kind; false if the other is none of it, or too large.
func put(at reflect.Value, value any) bool {
	switch v := value.(type) {
	case int64:
		return putNumber(at, v)
	case string:
		return putText(at, v)
	case []byte:
		if at.Kind() == reflect.Slice {
			at.SetBytes(bytes.Clone(v)) // what the driver gives is its own
			return true
		}
		return putText(at, string(v))
	case float64:
		if at.CanFloat() {
			at.SetFloat(v)
			return true
		}
		return v == float64(int64(v)) && putNumber(at, int64(v))
	case bool:
		if at.Kind() == reflect.Bool {
			at.SetBool(v)
			return true
		}
	}
	return false
}

func putNumber(at reflect.Value, v int64) bool {
	switch {
	case at.CanInt() && !at.OverflowInt(v):
		at.SetInt(v)
	case at.CanUint() && v >= 0 && !at.OverflowUint(uint64(v)):
		at.SetUint(uint64(v))
	case at.CanFloat():
		at.SetFloat(float64(v))
	case at.Kind() == reflect.Bool && (v == 0 || v == 1):
		at.SetBool(v == 1)
	case at.Kind() == reflect.String:
		at.SetString(strconv.FormatInt(v, 10))
	default:
		return false
	}
	return true
}

func putText(at reflect.Value, v string) bool {
	switch {
	case at.Kind() == reflect.String:
		at.SetString(v)
	case at.Kind() == reflect.Slice:
		at.SetBytes([]byte(v))
	case at.CanFloat():
		n, err := strconv.ParseFloat(v, 64)
		at.SetFloat(n)
		return err == nil
	default: // PostgreSQL writes sums as texts
		n, err := strconv.ParseInt(v, 10, 64)
		return err == nil && putNumber(at, n)
	}
	return true
}
