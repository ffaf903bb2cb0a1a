CREATE TABLE "home" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "budget" INTEGER NOT NULL DEFAULT 500,
  "note" TEXT DEFAULT 'none',
  "color" TEXT,
  PRIMARY KEY ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "owner" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL CHECK (length("name") BETWEEN 1 AND 100),
  "email" TEXT,
  "home_id" BLOB CHECK (length("home_id") = 16),
  PRIMARY KEY ("id"),
  CONSTRAINT "owner_email_key" UNIQUE ("email"),
  FOREIGN KEY ("home_id") REFERENCES "home" ("id") ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX "owner_home_id_idx" ON "owner" ("home_id");

CREATE TABLE "things" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "flag" INTEGER NOT NULL DEFAULT 1 CHECK ("flag" IN (0, 1)),
  "small" INTEGER NOT NULL CHECK ("small" BETWEEN -32768 AND 32767) CHECK ("small" BETWEEN -100 AND 100),
  "large" INTEGER,
  "real" REAL NOT NULL,
  "ratio" REAL,
  "money" INTEGER,
  "price" TEXT NOT NULL DEFAULT '9.5',
  "discount" TEXT,
  "text" TEXT NOT NULL DEFAULT 'it''s',
  "note" TEXT,
  "bytes" BLOB,
  "at" INTEGER NOT NULL,
  "link" TEXT,
  "json" TEXT CHECK ("json" IS NULL OR json_valid("json")),
  "state" TEXT NOT NULL DEFAULT 'open' CHECK ("state" IN ('open', 'closed', 'it''s')),
  "level" INTEGER CHECK ("level" IN (1, 5, 10)),
  "numbers" TEXT NOT NULL DEFAULT '[]' CHECK (json_valid("numbers") AND json_type("numbers") = 'array'),
  "owner_id" BLOB NOT NULL CHECK (length("owner_id") = 16),
  "parent_id" BLOB CHECK (length("parent_id") = 16),
  "home_id" BLOB CHECK (length("home_id") = 16),
  PRIMARY KEY ("id"),
  FOREIGN KEY ("owner_id") REFERENCES "owner" ("id") ON DELETE CASCADE,
  FOREIGN KEY ("parent_id") REFERENCES "things" ("id") ON DELETE SET NULL,
  FOREIGN KEY ("home_id") REFERENCES "home" ("id") ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX "things_state_text_idx" ON "things" ("state", "text" DESC);

CREATE INDEX "things_owner_id_idx" ON "things" ("owner_id");

CREATE INDEX "things_parent_id_idx" ON "things" ("parent_id");

CREATE INDEX "things_home_id_idx" ON "things" ("home_id");

CREATE TABLE "seat" (
  "row" INTEGER NOT NULL CHECK ("row" BETWEEN -2147483648 AND 2147483647),
  "number" INTEGER NOT NULL CHECK ("number" BETWEEN -2147483648 AND 2147483647),
  PRIMARY KEY ("row", "number")
) STRICT, WITHOUT ROWID;

CREATE TABLE "order" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "seat_row" INTEGER NOT NULL CHECK ("seat_row" BETWEEN -2147483648 AND 2147483647),
  "seat_number" INTEGER NOT NULL CHECK ("seat_number" BETWEEN -2147483648 AND 2147483647),
  "replaces_id" INTEGER,
  "state" TEXT NOT NULL,
  "revision" INTEGER NOT NULL DEFAULT 0,
  FOREIGN KEY ("seat_row", "seat_number") REFERENCES "seat" ("row", "number") ON DELETE RESTRICT,
  FOREIGN KEY ("replaces_id") REFERENCES "order" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE UNIQUE INDEX "order_seat_key" ON "order" ("seat_row", "seat_number") WHERE state = 'open';

CREATE INDEX "order_seat_row_seat_number_idx" ON "order" ("seat_row", "seat_number");

CREATE INDEX "order_replaces_id_idx" ON "order" ("replaces_id");
