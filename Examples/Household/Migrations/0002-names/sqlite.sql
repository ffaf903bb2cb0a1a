.bail on
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;
CREATE TEMP TABLE "igata_stop" ("rows" INTEGER CHECK ("rows" <= 0));
CREATE TEMP TABLE "igata_broken" ("table" TEXT, "rows" INTEGER);
INSERT INTO temp."igata_broken" SELECT 'person', count(*) FROM pragma_foreign_key_check('person');
INSERT INTO temp."igata_broken" SELECT 'accounts', count(*) FROM pragma_foreign_key_check('accounts');
-- igata: rebuild "person" by "id" into "igata_new_person" by "id" from "id", "given_name", "family_name", "email"
CREATE TABLE "igata_new_person" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL CHECK (length("name") BETWEEN 1 AND 100),
  "email" TEXT,
  PRIMARY KEY ("id"),
  CONSTRAINT "person_email_key" UNIQUE ("email")
) STRICT, WITHOUT ROWID;
INSERT INTO "igata_new_person" ("id", "name", "email")
SELECT "person"."id", (substr(trim("person"."family_name" || ' ' || "person"."given_name"), 1, 100)), "person"."email"
FROM "person";
-- igata: rebuild "accounts" by "id" into "igata_new_accounts" by "id" from "id", "title", "kind", "initial_amount", "owner_id", "parent_id", "comment", "color" with "accounts_kind_title_idx", "accounts_parent_id_idx"
-- One account of the household.
CREATE TABLE "igata_new_accounts" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL DEFAULT '',
  "kind" TEXT NOT NULL DEFAULT 'cash' CHECK ("kind" IN ('cash', 'bank', 'card')),
  "initial_amount" INTEGER NOT NULL DEFAULT 0,
  "owner_id" BLOB NOT NULL CHECK (length("owner_id") = 16),
  "parent_id" BLOB CHECK (length("parent_id") = 16),
  "comment" TEXT NOT NULL DEFAULT '',
  "asked_for_delete" INTEGER NOT NULL DEFAULT 0 CHECK ("asked_for_delete" IN (0, 1)),
  PRIMARY KEY ("id"),
  CONSTRAINT "accounts_owner_id_name_key" UNIQUE ("owner_id", "name"),
  FOREIGN KEY ("owner_id") REFERENCES "person" ("id") ON DELETE CASCADE,
  FOREIGN KEY ("parent_id") REFERENCES "accounts" ("id") ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "igata_new_accounts" ("id", "name", "kind", "initial_amount", "owner_id", "parent_id", "comment", "asked_for_delete")
SELECT "accounts"."id", "accounts"."title", "accounts"."kind", "accounts"."initial_amount", "accounts"."owner_id", "accounts"."parent_id", "accounts"."comment", 0
FROM "accounts";
ALTER TABLE "accounts" RENAME COLUMN "title" TO "name";
-- igata: swap "person" for "igata_new_person"
DROP TABLE "person";
PRAGMA legacy_alter_table = ON;
ALTER TABLE "igata_new_person" RENAME TO "person";
PRAGMA legacy_alter_table = OFF;
-- igata: end
-- igata: swap "accounts" for "igata_new_accounts"
DROP TABLE "accounts";
PRAGMA legacy_alter_table = ON;
ALTER TABLE "igata_new_accounts" RENAME TO "accounts";
PRAGMA legacy_alter_table = OFF;
-- igata: end
CREATE TABLE IF NOT EXISTS "igata_tables" (
  "name" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;
DELETE FROM "igata_tables" WHERE "igata_tables"."name" IN ('person', 'accounts');
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('person', 'table Person person
column id uuid = uuid
column name string minLength 1 maxLength 100
column email string null
key id
unique person_email_key (email)
relation accounts inverse 0', 1);
INSERT INTO "igata_tables" ("name", "text", "version") VALUES ('accounts', 'table Account accounts
column id uuid = uuid
column name string = ""
column kind string(cash, bank, card) = "cash"
column initial_amount of initialAmount fixed(1000) = 0
column owner_id of ownerID uuid
column parent_id of parentID uuid null
column comment string = ""
column asked_for_delete of askedForDelete bool = false
key id
unique accounts_owner_id_name_key (owner_id, name)
index accounts_kind_name_idx (kind, name)
relation owner required (owner_id) cascade
relation parent optional (parent_id) nullify
relation tags ordered accounts_tags (account_id) position (tag_name)
relation entries inverse 0', 1);
INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" WHERE "igata_broken"."table" = 'person') FROM pragma_foreign_key_check('person');
INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" WHERE "igata_broken"."table" = 'accounts') FROM pragma_foreign_key_check('accounts');
DROP TABLE temp."igata_broken";
DROP TABLE temp."igata_stop";
COMMIT;
PRAGMA foreign_keys = ON;
CREATE INDEX "accounts_kind_name_idx" ON "accounts" ("kind", "name");
CREATE INDEX "accounts_parent_id_idx" ON "accounts" ("parent_id");
