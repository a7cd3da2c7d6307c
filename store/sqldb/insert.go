package sqldb

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// compiledRows is how many rows one statement writes into a SQLite file: so few that the statement is kept compiled and
// fits the next rows too. A round trip costs nothing there; PostgreSQL takes as many as it can.
const compiledRows = 16

// parametersMost is how many values a statement to PostgreSQL has at most.
const parametersMost = 8000

// Insert writes rows of one table, in their order. It is for those who may write thousands: gorm builds a text for each
// number of rows, and whoever compiles that pays more than for the rows. A taken key is a duplicate.
func Insert[T any](tx *gorm.DB, rows []T) error { return insert(tx, rows, "") }

// Upsert is Insert where a row whose key is taken changes those columns of the one that is there which are not part of the key;
// if was is not nil, of those the ones alone in which a row was another: it has the rows as they were. Indexes of the others need no
// change then.
func Upsert[T any](tx *gorm.DB, key []string, was, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	of := &gorm.Statement{DB: tx}
	if err := of.Parse(&rows[0]); err != nil {
		return err
	}
	var set []string
	for _, column := range of.Schema.DBNames {
		field := of.Schema.FieldsByDBName[column]
		value := func(row *T) any {
			v, _ := field.ValueOf(tx.Statement.Context, reflect.ValueOf(row).Elem())
			return v
		}
		changed := was == nil
		for i := range was {
			changed = changed || !reflect.DeepEqual(value(&was[i]), value(&rows[i]))
		}
		if changed && !slices.Contains(key, column) {
			set = append(set, column+" = excluded."+column)
		}
	}
	change := "NOTHING"
	if len(set) > 0 {
		change = "UPDATE SET " + strings.Join(set, ", ")
	}
	return insert(tx, rows, " ON CONFLICT ("+strings.Join(key, ", ")+") DO "+change)
}

// UpsertColumns is Upsert where a row whose key is taken changes some columns of the one that is there.
func UpsertColumns[T any](tx *gorm.DB, key, columns []string, rows []T) error {
	set := make([]string, len(columns))
	for i, column := range columns {
		set[i] = column + " = excluded." + column
	}
	return insert(tx, rows, " ON CONFLICT ("+strings.Join(key, ", ")+") DO UPDATE SET "+strings.Join(set, ", "))
}

func insert[T any](tx *gorm.DB, rows []T, ending string) error {
	if len(rows) == 0 {
		return nil
	}
	of := &gorm.Statement{DB: tx}
	if err := of.Parse(&rows[0]); err != nil {
		return err
	}
	columns := of.Schema.DBNames
	fields := make([]*schema.Field, len(columns))
	for j, column := range columns {
		fields[j] = of.Schema.FieldsByDBName[column]
	}
	values := make([][]any, len(rows))
	all := make([]any, len(rows)*len(columns))
	for i := range rows {
		row := reflect.ValueOf(&rows[i]).Elem()
		values[i], all = all[:len(columns):len(columns)], all[len(columns):]
		for j, field := range fields {
			values[i][j], _ = field.ValueOf(tx.Statement.Context, row)
		}
	}
	return insertValues(tx, of.Schema.Table, columns, values, ending)
}

// InsertValues writes rows of a table, of which each has the values of some columns. Names are those of the schema.
func InsertValues(tx *gorm.DB, table string, columns []string, values [][]any) error {
	return insertValues(tx, table, columns, values, "")
}

func insertValues(tx *gorm.DB, table string, columns []string, values [][]any, ending string) error {
	beginning := "INSERT INTO " + table + ` ("` + strings.Join(columns, `", "`) + `") VALUES `
	most, numbered := compiledRows, tx.Name() == "postgres"
	if numbered {
		most = parametersMost / len(columns)
	}
	for some := range slices.Chunk(values, most) {
		if err := execute(tx, beginning+places(len(some), len(columns), numbered)+ending, slices.Concat(some...)); err != nil {
			return fmt.Errorf("writing %s: %w", table, err)
		}
	}
	return nil
}

// places are those of the values of rows in a statement.
func places(rows, columns int, numbered bool) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		if numbered {
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(i + 1))
		} else {
			b.WriteByte('?')
		}
	}
	b.WriteByte(')')
	return b.String()
}

// execute carries a statement out as it is; errors are also those that gorm gives, and who counts statements counts it.
func execute(tx *gorm.DB, text string, values []any) error {
	began := time.Now()
	result, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, text, values...)
	if err != nil {
		err = fmt.Errorf("%w: %w", tx.Session(&gorm.Session{NewDB: true}).AddError(err), err)
	}
	tx.Logger.Trace(tx.Statement.Context, began, func() (string, int64) {
		if err != nil {
			return text, 0
		}
		n, _ := result.RowsAffected()
		return text, n
	}, err)
	return err
}
