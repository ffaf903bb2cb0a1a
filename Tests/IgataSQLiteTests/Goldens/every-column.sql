CREATE TABLE "every ""column""" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "flag" INTEGER NOT NULL DEFAULT 0 CHECK ("flag" IN (0, 1)),
  "small" INTEGER NOT NULL DEFAULT -32768 CHECK ("small" BETWEEN -32768 AND 32767),
  "stars" INTEGER NOT NULL DEFAULT 3 CHECK ("stars" BETWEEN -32768 AND 32767) CHECK ("stars" BETWEEN 1 AND 5),
  "medium" INTEGER NOT NULL CHECK ("medium" BETWEEN -2147483648 AND 2147483647) CHECK ("medium" >= -5),
  "large" INTEGER NOT NULL DEFAULT -9223372036854775808,
  "plain" INTEGER NOT NULL CHECK ("plain" < 7),
  "single" REAL NOT NULL DEFAULT 1.5,
  "double" REAL NOT NULL DEFAULT 0.1 CHECK ("double" >= 0.05 AND "double" < 0.95),
  "huge" REAL NOT NULL DEFAULT 1e+300,
  "exact" TEXT NOT NULL DEFAULT '-12.50',
  "price" TEXT NOT NULL,
  "money" INTEGER NOT NULL DEFAULT 1234 CHECK ("money" BETWEEN -500 AND 1000000000),
  "whole" INTEGER NOT NULL CHECK ("whole" <= 9),
  "text" TEXT NOT NULL DEFAULT 'a "quoted" ''word'',
💰 \',
  "code" TEXT NOT NULL CHECK (length("code") BETWEEN 3 AND 254),
  "long" TEXT NOT NULL CHECK (length("long") >= 1),
  "short" TEXT CHECK (length("short") <= 16),
  "bytes" BLOB CHECK (length("bytes") <= 4),
  "magic" BLOB NOT NULL,
  "at" INTEGER NOT NULL,
  "since" INTEGER NOT NULL,
  "link" TEXT,
  "json" TEXT NOT NULL CHECK (json_valid("json")),
  "maybe_json" TEXT CHECK ("maybe_json" IS NULL OR json_valid("maybe_json")),
  "state" TEXT NOT NULL DEFAULT 'it''s' CHECK ("state" IN ('open', 'it''s')),
  "phase" TEXT NOT NULL,
  "level" INTEGER CHECK ("level" IN (1, 5, 10)),
  "grade" INTEGER NOT NULL CHECK ("grade" BETWEEN -2147483648 AND 2147483647),
  "numbers" TEXT NOT NULL DEFAULT '[1,-2]' CHECK (json_valid("numbers") AND json_type("numbers") = 'array') CHECK (json_array_length("numbers") <= 5),
  "words" TEXT NOT NULL DEFAULT '["it''s","\""]' CHECK (json_valid("words") AND json_type("words") = 'array'),
  "prices" TEXT NOT NULL DEFAULT '["1.10"]' CHECK (json_valid("prices") AND json_type("prices") = 'array'),
  "keys" TEXT NOT NULL CHECK (json_valid("keys") AND json_type("keys") = 'array'),
  PRIMARY KEY ("id"),
  CONSTRAINT "every_code_key" UNIQUE ("code")
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX "every_two_key" ON "every ""column""" ("flag", "small" DESC);

CREATE UNIQUE INDEX "every_state_key" ON "every ""column""" ("state") WHERE state = 'open';

CREATE INDEX "every_text_idx" ON "every ""column""" ("text", "stars" DESC);

CREATE INDEX "every_link_idx" ON "every ""column""" ("link") WHERE link IS NOT NULL;
