CREATE TABLE "settings" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "month_starts_on" INTEGER NOT NULL DEFAULT 1 CHECK ("month_starts_on" BETWEEN -32768 AND 32767) CHECK ("month_starts_on" BETWEEN 1 AND 28),
  "warn_below" INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "person" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL CHECK (length("name") BETWEEN 1 AND 100),
  "email" TEXT,
  PRIMARY KEY ("id"),
  CONSTRAINT "person_email_key" UNIQUE ("email")
) STRICT, WITHOUT ROWID;

CREATE TABLE "tag" (
  "name" TEXT NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;

CREATE TABLE "accounts" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL DEFAULT '',
  "kind" TEXT NOT NULL DEFAULT 'cash' CHECK ("kind" IN ('cash', 'bank', 'credit-card')),
  "initial_amount" INTEGER NOT NULL DEFAULT 0,
  "owner_id" BLOB NOT NULL CHECK (length("owner_id") = 16),
  "parent_id" BLOB CHECK (length("parent_id") = 16),
  "settings_id" BLOB CHECK (length("settings_id") = 16),
  "comment" TEXT NOT NULL DEFAULT '',
  "asked_for_delete" INTEGER NOT NULL DEFAULT 0 CHECK ("asked_for_delete" IN (0, 1)),
  PRIMARY KEY ("id"),
  CONSTRAINT "accounts_owner_id_name_key" UNIQUE ("owner_id", "name"),
  CONSTRAINT "accounts_settings_id_key" UNIQUE ("settings_id"),
  FOREIGN KEY ("owner_id") REFERENCES "person" ("id") ON DELETE CASCADE,
  FOREIGN KEY ("parent_id") REFERENCES "accounts" ("id") ON DELETE SET NULL,
  FOREIGN KEY ("settings_id") REFERENCES "settings" ("id") ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX "accounts_kind_name_idx" ON "accounts" ("kind", "name");

CREATE INDEX "accounts_parent_id_idx" ON "accounts" ("parent_id");

CREATE TABLE "accounts_tags" (
  "account_id" BLOB NOT NULL CHECK (length("account_id") = 16),
  "position" INTEGER NOT NULL,
  "tag_name" TEXT NOT NULL,
  PRIMARY KEY ("account_id", "tag_name"),
  FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE,
  FOREIGN KEY ("tag_name") REFERENCES "tag" ("name") ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX "accounts_tags_tag_name_idx" ON "accounts_tags" ("tag_name");

CREATE TABLE "entry" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "account_id" BLOB NOT NULL CHECK (length("account_id") = 16),
  "amount" INTEGER NOT NULL,
  "note" TEXT,
  "at" INTEGER NOT NULL,
  FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
) STRICT;

CREATE INDEX "entry_at_idx" ON "entry" ("at");

CREATE INDEX "entry_account_id_idx" ON "entry" ("account_id");
