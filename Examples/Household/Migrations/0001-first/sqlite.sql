.bail on
BEGIN IMMEDIATE;
CREATE TABLE "person" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "given_name" TEXT NOT NULL,
  "family_name" TEXT NOT NULL DEFAULT '',
  "email" TEXT,
  PRIMARY KEY ("id"),
  CONSTRAINT "person_email_key" UNIQUE ("email")
) STRICT, WITHOUT ROWID;
-- A word to find entries by.
CREATE TABLE "tag" (
  "name" TEXT NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;
-- One account of the household.
CREATE TABLE "accounts" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "title" TEXT NOT NULL DEFAULT '',
  "kind" TEXT NOT NULL DEFAULT 'cash' CHECK ("kind" IN ('cash', 'bank', 'card')),
  "initial_amount" INTEGER NOT NULL DEFAULT 0,
  "owner_id" BLOB NOT NULL CHECK (length("owner_id") = 16),
  "parent_id" BLOB CHECK (length("parent_id") = 16),
  "comment" TEXT NOT NULL DEFAULT '',
  "color" TEXT,
  PRIMARY KEY ("id"),
  CONSTRAINT "accounts_owner_id_title_key" UNIQUE ("owner_id", "title"),
  FOREIGN KEY ("owner_id") REFERENCES "person" ("id") ON DELETE CASCADE,
  FOREIGN KEY ("parent_id") REFERENCES "accounts" ("id") ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX "accounts_kind_title_idx" ON "accounts" ("kind", "title");
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
-- Money that moved into (or, negative, out of) an account.
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
CREATE TABLE IF NOT EXISTS "igata_tables" (
  "name" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('person', 'table Person person
column id uuid = uuid
column given_name of givenName string
column family_name of familyName string = ""
column email string null
key id
unique person_email_key (email)
relation accounts inverse 0', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('tag', 'table Tag tag
column name string
key name', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('accounts', 'table Account accounts
column id uuid = uuid
column title string = ""
column kind string(cash, bank, card) = "cash"
column initial_amount of initialAmount fixed(1000) = 0
column owner_id of ownerID uuid
column parent_id of parentID uuid null
column comment string = ""
column color string null
key id
unique accounts_owner_id_title_key (owner_id, title)
index accounts_kind_title_idx (kind, title)
relation owner required (owner_id) cascade
relation parent optional (parent_id) nullify
relation tags ordered accounts_tags (account_id) position (tag_name)
relation entries inverse 0', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('accounts_tags', 'table Account accounts_tags
column account_id of tags uuid
column position of tags int64
column tag_name of tags string
key account_id tag_name
relation tags required (account_id) cascade
relation tags required (tag_name) cascade', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('entry', 'table Entry entry
column id int64 = autoincrement
column account_id of accountID uuid
column amount fixed(10000)
column note string null
column at date = now
key id
index entry_at_idx (at)
relation account required (account_id) cascade', 1);
COMMIT;
