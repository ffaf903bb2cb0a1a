.bail on
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;
CREATE TEMP TABLE "igata_stop" ("rows" INTEGER CHECK ("rows" <= 0));
CREATE TEMP TABLE "igata_broken" ("table" TEXT, "rows" INTEGER);
INSERT INTO temp."igata_broken" SELECT 'accounts', count(*) FROM pragma_foreign_key_check('accounts');
INSERT INTO temp."igata_broken" SELECT 'entry', count(*) FROM pragma_foreign_key_check('entry');
-- igata: rebuild "accounts" by "id" into "igata_new_accounts" by "id" from "id", "name", "kind", "initial_amount", "owner_id", "parent_id", "comment", "asked_for_delete" with "accounts_kind_name_idx", "accounts_parent_id_idx"
-- One account of the household.
CREATE TABLE "igata_new_accounts" (
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
INSERT INTO "igata_new_accounts" ("id", "name", "kind", "initial_amount", "owner_id", "parent_id", "settings_id", "comment", "asked_for_delete")
SELECT "accounts"."id", "accounts"."name", CASE "accounts"."kind" WHEN 'card' THEN 'credit-card' ELSE "accounts"."kind" END, "accounts"."initial_amount", "accounts"."owner_id", "accounts"."parent_id", NULL, "accounts"."comment", "accounts"."asked_for_delete"
FROM "accounts";
-- igata: rebuild "entry" by "id" into "igata_new_entry" by "id" from "id", "account_id", "amount", "note", "at" with "entry_at_idx", "entry_account_id_idx"
-- Money that moved into (or, negative, out of) an account.
CREATE TABLE "igata_new_entry" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "account_id" BLOB NOT NULL CHECK (length("account_id") = 16),
  "amount" INTEGER NOT NULL,
  "note" TEXT,
  "at" INTEGER NOT NULL,
  FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
) STRICT;
INSERT INTO "igata_new_entry" ("id", "account_id", "amount", "note", "at")
SELECT "entry"."id", "entry"."account_id", "entry"."amount" / 10 + CASE WHEN abs("entry"."amount" % 10) > 5 OR (abs("entry"."amount" % 10) = 5 AND "entry"."amount" / 10 % 2 <> 0) THEN CASE WHEN "entry"."amount" < 0 THEN -1 ELSE 1 END ELSE 0 END, "entry"."note", "entry"."at"
FROM "entry";
-- What the owner likes to see.
CREATE TABLE "settings" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "month_starts_on" INTEGER NOT NULL DEFAULT 1 CHECK ("month_starts_on" BETWEEN -32768 AND 32767) CHECK ("month_starts_on" BETWEEN 1 AND 28),
  "warn_below" INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY ("id")
) STRICT, WITHOUT ROWID;
-- igata: swap "accounts" for "igata_new_accounts"
DROP TABLE "accounts";
PRAGMA legacy_alter_table = ON;
ALTER TABLE "igata_new_accounts" RENAME TO "accounts";
PRAGMA legacy_alter_table = OFF;
-- igata: end
-- igata: swap "entry" for "igata_new_entry"
INSERT INTO "sqlite_sequence" ("name", "seq") SELECT 'igata_new_entry', max("sqlite_sequence"."seq") FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" IN ('entry', 'igata_new_entry') HAVING count(*) > 0;
DELETE FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" = 'igata_new_entry' AND "sqlite_sequence"."rowid" < (SELECT max("s"."rowid") FROM "sqlite_sequence" AS "s" WHERE "s"."name" = 'igata_new_entry');
DROP TABLE "entry";
PRAGMA legacy_alter_table = ON;
ALTER TABLE "igata_new_entry" RENAME TO "entry";
PRAGMA legacy_alter_table = OFF;
-- igata: end
CREATE TABLE IF NOT EXISTS "igata_tables" (
  "name" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;
DELETE FROM "igata_tables" WHERE "igata_tables"."name" IN ('accounts', 'entry');
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('accounts', 'table Account accounts
column id uuid = uuid
column name string = ""
column kind string(cash, bank, credit-card) = "cash"
column initial_amount of initialAmount fixed(1000) = 0
column owner_id of ownerID uuid
column parent_id of parentID uuid null
column settings_id of settingsID uuid null = construct
column comment string = ""
column asked_for_delete of askedForDelete bool = false
key id
unique accounts_owner_id_name_key (owner_id, name)
unique accounts_settings_id_key (settings_id)
index accounts_kind_name_idx (kind, name)
relation owner required (owner_id) cascade
relation parent optional (parent_id) nullify
relation settings wrapper (settings_id) nullify
relation tags ordered accounts_tags (account_id) position (tag_name)
relation entries inverse 0', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('entry', 'table Entry entry
column id int64 = autoincrement
column account_id of accountID uuid
column amount fixed(1000)
column note string null
column at date = now
key id
index entry_at_idx (at)
relation account required (account_id) cascade', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('settings', 'table Settings settings
column id uuid = uuid
column month_starts_on of monthStartsOn int16 = 1 min 1 max 28
column warn_below of warnBelow fixed(1000) = 0
key id', 1);
INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" WHERE "igata_broken"."table" = 'accounts') FROM pragma_foreign_key_check('accounts');
INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" WHERE "igata_broken"."table" = 'entry') FROM pragma_foreign_key_check('entry');
DROP TABLE temp."igata_broken";
DROP TABLE temp."igata_stop";
COMMIT;
PRAGMA foreign_keys = ON;
CREATE INDEX "accounts_kind_name_idx" ON "accounts" ("kind", "name");
CREATE INDEX "accounts_parent_id_idx" ON "accounts" ("parent_id");
CREATE INDEX "entry_at_idx" ON "entry" ("at");
CREATE INDEX "entry_account_id_idx" ON "entry" ("account_id");
