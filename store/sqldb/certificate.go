package sqldb

import (
	"context"
	"encoding/base64"

	"gorm.io/gorm"
)

type certificateRow struct {
	Name   string `gorm:"primaryKey"`
	Sealed string
}

func (certificateRow) TableName() string { return "certificates" }

// Certificates keeps the certificates of a site as others have sealed them.
type Certificates struct{ db *DB }

// NewCertificates returns the certificates of a database.
func NewCertificates(db *DB) *Certificates { return &Certificates{db} }

// Certificate returns what is kept under a name; nil if nothing is.
func (c *Certificates) Certificate(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var rows []certificateRow
	if err := c.db.Reader(ctx).Where("name = ?", name).Find(&rows).Error; err != nil || len(rows) == 0 {
		return nil, Explain(err, "reading the certificate %s", name)
	}
	sealed, err := base64.StdEncoding.DecodeString(rows[0].Sealed)
	return sealed, Explain(err, "reading the certificate %s", name)
}

// PutCertificate keeps bytes under a name, in the place of what was there.
func (c *Certificates) PutCertificate(ctx context.Context, name string, sealed []byte) error {
	row := certificateRow{name, base64.StdEncoding.EncodeToString(sealed)}
	err := c.db.Write(ctx, func(tx *gorm.DB) error { return tx.Save(&row).Error })
	return Explain(err, "keeping the certificate %s", name)
}

// DropCertificate takes away what is kept under a name.
func (c *Certificates) DropCertificate(ctx context.Context, name string) error {
	err := c.db.Write(ctx, func(tx *gorm.DB) error { return tx.Where("name = ?", name).Delete(&certificateRow{}).Error })
	return Explain(err, "taking away the certificate %s", name)
}
