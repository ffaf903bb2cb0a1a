-- library.igata
BEGIN;
-- Who reads.
CREATE TABLE "reader" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  PRIMARY KEY ("id")
) STRICT, WITHOUT ROWID;
-- What is read.
CREATE TABLE "book" (
  "isbn" TEXT NOT NULL CHECK (length("isbn") BETWEEN 10 AND 13),
  "title" TEXT NOT NULL,
  -- In the currency of the library.
  "price" INTEGER NOT NULL DEFAULT 0,
  "availability" TEXT NOT NULL DEFAULT 'free' CHECK ("availability" IN ('free', 'lent', 'not-found')),
  "keywords" TEXT NOT NULL CHECK (json_valid("keywords") AND json_type("keywords") = 'array'),
  -- What a reader hears of */ on the phone.
  "greeting" TEXT NOT NULL DEFAULT 'Say "$1"',
  PRIMARY KEY ("isbn")
) STRICT, WITHOUT ROWID;
CREATE TABLE "loan" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "book_isbn" TEXT NOT NULL,
  "reader_id" BLOB NOT NULL CHECK (length("reader_id") = 16),
  "until" INTEGER,
  FOREIGN KEY ("book_isbn") REFERENCES "book" ("isbn") ON DELETE RESTRICT,
  FOREIGN KEY ("reader_id") REFERENCES "reader" ("id") ON DELETE CASCADE
) STRICT;

CREATE INDEX "loan_book_isbn_idx" ON "loan" ("book_isbn");

CREATE INDEX "loan_reader_id_idx" ON "loan" ("reader_id");
COMMIT;
