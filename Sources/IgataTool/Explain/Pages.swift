// Written by the tests from the comments of the diagnostics (UPDATE_GOLDENS=1). Edit those, not this file.

extension ExplanationPages {
  static let all: [ExplanationPage] = [
    ExplanationPage(
      id: "abbreviation-style",
      text: ##"""
An abbreviation is written like a word: `imageUrl`.

Swift writes `imageURL` and `userID`, and so does what igata generates: the key of a relation `owner` is
`ownerID`.

## Example

```igata
model Image {
  id: UUID = uuid() @primaryKey
  sourceUrl: URL
}
```

## Fix

```igata
model Image {
  id: UUID = uuid() @primaryKey
  sourceURL: URL
}
```

"""##
    ),
    ExplanationPage(
      id: "accessor-collision",
      text: ##"""
A field has the name of something that Swift code gets for a relation.

A relation `owner` comes with its key, `ownerID`; a wrapper `settings` with `internalSettings`, `hasSettings`
and `clearSettings()` as well.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
  ownerID: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
  ownerNumber: String
}
```

"""##
    ),
    ExplanationPage(
      id: "ambiguous-length",
      text: ##"""
A length is a single number, which does not tell whether a value has exactly that length or at most.

Lengths are ranges: `@length(...20)` is at most 20, `@length(20...20)` exactly 20, `@length(1...20)` at most 20
and not empty.

## Example

```igata
type Code = String @length(20)
```

## Fix

```igata
type Code = String @length(...20)
```

"""##
    ),
    ExplanationPage(
      id: "autoincrement-key",
      text: ##"""
A key is counted up by one database.

Two devices that work offline, or two servers, give the same number to two rows, and a row has no key before it is
saved. Where there is one database this is all right, and shorter; where there are more, `uuid7()` sorts by time
too.

## Example

```igata
model Entry {
  id: Int64 = autoincrement() @primaryKey
}
```

## Fix

```igata
model Entry {
  let id: UUID = uuid7() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "bad-delimiters",
      text: ##"""
A tag that changes the delimiters must contain two of them, separated by white space. A delimiter can't contain
`=` and can't be longer than 16 bytes.

## Example
```mustache
{{=<%=}}
<% name %>
```

## Fix
```mustache
{{=<% %>=}}
<% name %>
```

"""##
    ),
    ExplanationPage(
      id: "bad-tag-name",
      text: ##"""
The name of a tag is empty, contains white space, or has a dot without a name before or after it.

## Example
```mustache
Dear {{first name}},
```

## Fix
```mustache
Dear {{person.firstName}},
```

"""##
    ),
    ExplanationPage(
      id: "bool-index",
      text: ##"""
An index over a `Bool` alone finds half of the rows.

The engine reads the table anyway. An index over the few that are looked for is smaller and is used:
`index(createdAt, where: "is_open = 1")`.

## Example

```igata
model Ticket {
  id: UUID = uuid() @primaryKey
  isOpen: Bool = true @index
}
```

## Fix

```igata
model Ticket {
  id: UUID = uuid() @primaryKey
  isOpen: Bool = true
  createdAt: Date = now()

  index(createdAt, where: "is_open = 1")
}
```

"""##
    ),
    ExplanationPage(
      id: "call-arguments",
      text: ##"""
A default passes arguments to what takes none.

Functions take no arguments, and a struct or a model is made from the defaults of its own fields.

## Example

```igata
model Message {
  id: UUID = uuid(7) @primaryKey
}
```

## Fix

```igata
model Message {
  id: UUID = uuid7() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "cascade-cycle",
      text: ##"""
Cascades lead round in a circle.

Deleting one row of any of the models deletes rows of the next, and comes back: one row too many, and all of them
are gone. Let one relation of the circle restrict or nullify.

## Example

```igata
model Team {
  id: UUID = uuid() @primaryKey
  captain: Player? @onDelete(cascade)
}

model Player {
  id: UUID = uuid() @primaryKey
  team: Team @onDelete(cascade)
}
```

## Fix

```igata
model Team {
  id: UUID = uuid() @primaryKey
  captain: Player? @onDelete(nullify)
}

model Player {
  id: UUID = uuid() @primaryKey
  team: Team @onDelete(cascade)
}
```

"""##
    ),
    ExplanationPage(
      id: "cascade-paths",
      text: ##"""
Cascades reach a model by two ways.

A transfer between two accounts goes when either of them does, and a task goes with its project and with its
owner, who may both belong to the same company. SQL Server refuses such tables. Let one of the ways restrict or
nullify.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
}

model Transfer {
  id: UUID = uuid() @primaryKey
  source: Account @onDelete(cascade)
  target: Account @onDelete(cascade)
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
}

model Transfer {
  id: UUID = uuid() @primaryKey
  source: Account @onDelete(cascade)
  target: Account @onDelete(restrict)
}
```

"""##
    ),
    ExplanationPage(
      id: "changing-key",
      text: ##"""
A key is something that changes in life.

People get another e-mail address and another telephone. Where that is the key, every row that refers to it
changes too, and the old key in a log or a link leads nowhere.

## Example

```igata
model User {
  let email: String @primaryKey
}
```

## Fix

```igata
model User {
  let id: UUID = uuid() @primaryKey
  email: String @unique
}
```

"""##
    ),
    ExplanationPage(
      id: "citus-distribution",
      text: ##"""
No single column determines how Citus distributes the rows of a model.

Citus distributes rows by one column. A relation to a model with a compound key has several columns, and the one
that refers to the other model's distribution column is used. If the other model isn't distributed, or not by a
column of its key, there is no such column.

## Example
```text
model Seat {
  row: Int32
  number: Int32
  primaryKey(row, number)
}

model Ticket {
  id: UUID = uuid() @primaryKey
  seat: Seat
  distribute(by: seat)
}
```

## Fix
```text
model Seat {
  row: Int32
  number: Int32
  primaryKey(row, number)
  distribute(by: row)
}

model Ticket {
  id: UUID = uuid() @primaryKey
  seat: Seat
  distribute(by: seat)
}
```

"""##
    ),
    ExplanationPage(
      id: "citus-key",
      text: ##"""
A key or a unique constraint of a table that Citus distributes doesn't contain the distribution column.

Each server sees only its own rows, so Citus can enforce uniqueness only among rows that are co-located. A key
whose values are generated by `uuid()`, `uuid7()` or `autoincrement()` is unique anyway: the table for Citus gets
the distribution column in its primary key, and no change is needed. Every other key or unique constraint has to
contain the distribution column. Keys that the servers generate must be `Int64` or `Int`.

## Example
```text
model Product {
  id: UUID = uuid() @primaryKey
  shop: Shop
  code: String @unique
  distribute(by: shop)
}
```

## Fix
```text
model Product {
  id: UUID = uuid() @primaryKey
  shop: Shop
  code: String
  distribute(by: shop)
  unique(shop, code)
}
```

"""##
    ),
    ExplanationPage(
      id: "citus-relation",
      text: ##"""
Citus can't enforce the foreign key of a relation.

A foreign key is checked on the server that stores the row, so the other row must be on the same server. This is
the case if both tables are distributed by the same value and the foreign key contains it, or if the target is a
reference table (`reference`), which every server has. It isn't the case from a reference table to a distributed
one, between tables that are distributed by different values, or between a distributed table and one that is
stored on the coordinator only. Citus also can't clear a relation (`@onDelete(nullify)`) between distributed
tables. An ordered list of models is stored in a table with the keys of both models, and the same rules apply to
it.

A relation with `@onDelete(noAction)` is generated without a foreign key, and a comment in the DDL explains why.

## Example
```text
model Country {
  code: String @primaryKey
}

model Shop {
  id: UUID = uuid() @primaryKey
  country: Country
  distribute(by: id)
}
```

## Fix
```text
model Country {
  code: String @primaryKey
  reference
}

model Shop {
  id: UUID = uuid() @primaryKey
  country: Country
  distribute(by: id)
}
```

"""##
    ),
    ExplanationPage(
      id: "colliding-outputs",
      text: ##"""
Two outputs would be written to the same file, or two Swift files would have the same name.

The outputs of a schema file are named after it, and their folders mirror its folder. Paths that differ only in
case collide, because some file systems don't distinguish case. Swift requires unique file names in a target, even
in different folders: if schema files in several folders have the same name, the names of their Swift files begin
with the folders. An output that is defined in `outputs` in `igata.json` can't have the path of another output, or
a path that another output needs as a folder.

## Example
```text
schema/orders.igata
schema/Orders.igata
```

## Fix
```text
schema/orders.igata
schema/returns.igata
```

"""##
    ),
    ExplanationPage(
      id: "column-collision",
      text: ##"""
Two fields have the same column.

Columns are the fields' names in `snake_case`, those of a relation and of a struct with what they hold behind
them: `owner_id`, `home_city`. Upper and lower case are the same to a database. `@column` gives another name.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  firstName: String
  first_name: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  firstName: String
  first_name: String @column("first_name_2")
}
```

"""##
    ),
    ExplanationPage(
      id: "comma-list",
      text: ##"""
Several values are kept in one `String`.

Nobody can look for one of them without finding its neighbours too, and the first value with a comma in it breaks
the rest. A list keeps each as it is. A text that is hashed, encrypted or secret is left alone: it is one value.

## Example

```igata
model Photo {
  id: UUID = uuid() @primaryKey
  keywords: String = ""
}
```

## Fix

```igata
model Photo {
  id: UUID = uuid() @primaryKey
  keywords: [String] = []
}
```

"""##
    ),
    ExplanationPage(
      id: "confusable-name",
      text: ##"""
A name holds letters that look like others.

A Cyrillic `а` in a Latin word, or a full-width `ｉｄ`: nobody who types what they see finds the name, neither in
the schema nor in the code. Names wholly in one script are as right as any, and so is Latin beside Japanese.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  ｎａｍｅ: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String
}
```

"""##
    ),
    ExplanationPage(
      id: "constraint-form",
      text: ##"""
A `primaryKey`, `unique` or `index` is not in its form.

`index(a, b desc, name: "…", where: "…")`: the names of fields, `desc` behind those that run downwards, and then
the options, each once. A primary key has neither a direction nor a condition.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  index(kind, nam: "by_kind")
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  index(kind, name: "by_kind")
}
```

"""##
    ),
    ExplanationPage(
      id: "constraint-in-struct",
      text: ##"""
A struct has a `primaryKey`, a `unique`, an `index`, a `distribute` or a `reference`.

Keys and indexes are a table's, as is how its rows are spread, and a struct has none: it is embedded in any number of tables. For one column,
its field may be marked `@unique` or `@index`.

## Example

```igata
struct Address {
  street: String
  city: String
  index(city)
}
```

## Fix

```igata
struct Address {
  street: String
  city: String @index
}
```

"""##
    ),
    ExplanationPage(
      id: "constraint-name-collision",
      text: ##"""
A key or an index has the name of another one, or of a table.

Databases keep tables, unique constraints and indexes in one namespace. Without `name:`, a unique constraint is
called `<table>_<columns>_key`, and an index, that of a relation included, `<table>_<columns>_idx`.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  name: String
  index(kind, name: "by_kind")
  index(name, name: "by_kind")
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  name: String
  index(kind, name: "by_kind")
  index(name, name: "by_name")
}
```

"""##
    ),
    ExplanationPage(
      id: "control-character",
      text: ##"""
The file holds a control character other than a tab or a line end.

Nobody sees such a character, and tools disagree on what it does. Take it out; where a string needs it, write it
as an escape. U+0000 can't be in a string at all, as databases keep no such text. A carriage return ends a line
only together with a line feed. Marks that turn the reading direction are refused outside strings and comments,
because a name must read as what it is. In the example, `␇` stands for the character U+0007.

## Example

```igata
struct Place {
  city: String = "Oslo␇"
}
```

## Fix

```igata
struct Place {
  city: String = "Oslo\u{7}"
}
```

"""##
    ),
    ExplanationPage(
      id: "crowded-quotes",
      text: ##"""
Text stands on the same line as the `"""` of a string block.

The text of a block starts on the line behind the opening quotes and ends on the line before the closing ones.

## Example

```igata
struct Place {
  about: String = """Two lines
    """
}
```

## Fix

```igata
struct Place {
  about: String = """
    Two lines
    """
}
```

"""##
    ),
    ExplanationPage(
      id: "cyclic-struct",
      text: ##"""
A struct holds itself, directly or through others.

It would have no end. What refers to its own kind is a model with an optional relation.

## Example

```igata
struct Node {
  name: String
  next: Node?
}
```

## Fix

```igata
model Node {
  id: UUID = uuid() @primaryKey
  name: String
  next: Node?
}
```

"""##
    ),
    ExplanationPage(
      id: "data-in-row",
      text: ##"""
A file is kept in a row.

Every query that loads the row loads the file with it, and the database's file grows by it and does not shrink.
Keep the file beside the database and its name in the row, or the bytes in a model of their own.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  photo: Data?
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  photo: PersonPhoto?
}

model PersonPhoto {
  id: UUID = uuid() @primaryKey
  bytes: Data
}
```

"""##
    ),
    ExplanationPage(
      id: "date-as-number",
      text: ##"""
A date is kept in a number.

Whether `1700000000` counts seconds or milliseconds, and from when, stands nowhere. A `Date` is an instant on
every engine. Numbers with a `@range`, and those of 16 bits, are taken for hours and days.

## Example

```igata
model Session {
  id: UUID = uuid() @primaryKey
  createdAt: Int64
}
```

## Fix

```igata
model Session {
  id: UUID = uuid() @primaryKey
  createdAt: Date
}
```

"""##
    ),
    ExplanationPage(
      id: "decimal-precision",
      text: ##"""
A `Decimal` has no precision on PostgreSQL.

Without one, `numeric` keeps every digit that it is given, and two clients that round otherwise keep two values.
With `Decimal(12, 2)` the database says what a value may be.

## Example

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: Decimal
}
```

## Fix

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: Decimal(12, 2)
}
```

"""##
    ),
    ExplanationPage(
      id: "deep-json",
      text: ##"""
Lists and objects of a JSON text are nested more than 256 levels deep.

## Example
Imagine 257 levels of this:
```json
[[[[…]]]]
```

## Fix
Combine the nested lists or objects into one.
```json
[1, 2, 3]
```

"""##
    ),
    ExplanationPage(
      id: "deep-template",
      text: ##"""
Sections, parents and blocks of one template are nested more than 256 levels deep.

## Example
Imagine 257 levels of this:
```mustache
{{#a}}{{#a}}{{#a}}…{{/a}}{{/a}}{{/a}}
```

## Fix
Move the inner part to a separate template.
```mustache
{{#a}}{{>inner}}{{/a}}
```

"""##
    ),
    ExplanationPage(
      id: "default-constraint",
      text: ##"""
A default is outside of what the field's constraints, or its type's, allow.

## Example

```igata
type Stars = Int16 @range(1...5)

model Review {
  id: UUID = uuid() @primaryKey
  stars: Stars = 0
}
```

## Fix

```igata
type Stars = Int16 @range(1...5)

model Review {
  id: UUID = uuid() @primaryKey
  stars: Stars = 3
}
```

"""##
    ),
    ExplanationPage(
      id: "default-precision",
      text: ##"""
A default has more decimal places than its type keeps.

It is never rounded: write the value that is meant.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  amount: Currency = 1.2345
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  amount: Currency = 1.234
}
```

"""##
    ),
    ExplanationPage(
      id: "default-range",
      text: ##"""
A default is a number that its type can't hold.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  count: Int16 = 40_000
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  count: Int32 = 40_000
}
```

"""##
    ),
    ExplanationPage(
      id: "default-type",
      text: ##"""
A default is not of the field's type.

Literals have the types they have in Swift: `1.0` is no `Int`, `"a"` no enum. `nil` is for optional fields,
`uuid()` and `uuid7()` for a `UUID`, `now()` for a `Date`, `.case` for an enum, `Target()` for a struct or a
relation to a model.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  count: Int = "none"
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  count: Int = 0
}
```

"""##
    ),
    ExplanationPage(
      id: "deprecated-use",
      text: ##"""
A field uses something that is deprecated.

It keeps alive what is to go. Deprecate the field too, or give it the type that has taken its place.

## Example

```igata
enum Kind @deprecated("use Category") {
  case book
}

model Item {
  id: UUID = uuid() @primaryKey
  kind: Kind = .book
}
```

## Fix

```igata
enum Kind @deprecated("use Category") {
  case book
}

model Item {
  id: UUID = uuid() @primaryKey
  kind: Kind = .book @deprecated("use category")
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-attribute",
      text: ##"""
An attribute is given twice.

The later one is the error. Several rules are silenced by one attribute, each with a reason or all with one:
`@allow(first, "why", second, "why")`, `@allow(first, second, "why")`.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @length(1...) @length(...100)
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @length(1...100)
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-block",
      text: ##"""
A parent tag defines the same block twice.

## Example
```mustache
{{<layout}}
{{$title}}Accounts{{/title}}
{{$title}}Entries{{/title}}
{{/layout}}
```

## Fix
```mustache
{{<layout}}
{{$title}}Accounts and entries{{/title}}
{{/layout}}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-case",
      text: ##"""
Two cases of an enum have the same name.

The later one is the error.

## Example

```igata
enum State {
  case open
  case open
}
```

## Fix

```igata
enum State {
  case open
  case closed
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-constraint",
      text: ##"""
A model asks for the same unique constraint or the same index twice.

Two of them cost twice and give what one gives. Those of `@unique` and `@index` count too.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String @index
  index(kind)
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String @index
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-declaration",
      text: ##"""
Two declarations have the same name.

Models, structs, enums and types share one namespace over all files of a run. The later one is the error; files
are taken in the order of their names.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

enum Person {
  case natural
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

enum PersonKind {
  case natural
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-field",
      text: ##"""
Two fields of a model or a struct have the same name.

The later one is the error.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String
  name: String?
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String
  nickname: String?
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-inverse",
      text: ##"""
Two lists are the same relation read backwards.

They always hold the same models.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  entries: [Entry] @inverse(account)
  allEntries: [Entry] @inverse(account)
}

model Entry {
  id: UUID = uuid() @primaryKey
  account: Account
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  entries: [Entry] @inverse(account)
}

model Entry {
  id: UUID = uuid() @primaryKey
  account: Account
}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-json-key",
      text: ##"""
An object of a JSON text has the same key twice.

## Example
```json
{"name": "Ada", "name": "Grace"}
```

## Fix
```json
{"name": "Ada", "friend": "Grace"}
```

"""##
    ),
    ExplanationPage(
      id: "duplicate-raw-value",
      text: ##"""
Two cases of an enum are stored as the same value.

A case without a raw value is stored as its name or, in an enum of whole numbers, as the number behind the one
before it, so that it can meet the value of another case without being written.

## Example

```igata
enum Level: Int16 {
  case middle = 1
  case low = 0
  case high
}
```

## Fix

```igata
enum Level: Int16 {
  case middle = 1
  case low = 0
  case high = 2
}
```

"""##
    ),
    ExplanationPage(
      id: "empty-declaration",
      text: ##"""
A model or a struct has no field, or an enum has no case.

There would be nothing to store.

## Example

```igata
struct Address {
}
```

## Fix

```igata
struct Address {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "empty-deprecation",
      text: ##"""
`@deprecated` does not say why.

Whoever meets the warning wants to know what to use instead.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  fullName: String = "" @deprecated("deprecated")
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  fullName: String = "" @deprecated("use firstName and lastName")
}
```

"""##
    ),
    ExplanationPage(
      id: "empty-range",
      text: ##"""
No value is within the bounds.

The lower bound stands first; the upper one belongs to the values with `...`, and does not with `..<`.

## Example

```igata
type Stars = Int16 @range(5...1)
```

## Fix

```igata
type Stars = Int16 @range(1...5)
```

"""##
    ),
    ExplanationPage(
      id: "endless-inclusion",
      text: ##"""
Templates include each other more than 256 levels deep, or indent lines by more than 65,536 bytes by doing so. The
usual cause is a template that includes itself without an end.

## Example
In the template `item`:
```mustache
- {{name}}
{{>item}}
```

## Fix
A template may include itself if the recursion ends with the data.
```mustache
- {{name}}
{{#children}}{{>item}}{{/children}}
```

"""##
    ),
    ExplanationPage(
      id: "endless-rendering",
      text: ##"""
Rendering takes more than 268,435,456 steps or prints more than 1 GiB. Nested lists, and templates that include
each other several times, multiply the work.

## Example
If `items` has 1,000 elements, this prints 1,000,000,000 lines:
```mustache
{{#items}}{{#items}}{{#items}}
-
{{/items}}{{/items}}{{/items}}
```

## Fix
```mustache
{{#items}}
-
{{/items}}
```

"""##
    ),
    ExplanationPage(
      id: "enum-case",
      text: ##"""
The name of an enum's case is not written in `lowerCamelCase`.

Swift code writes `.onLoan`. What is stored is the raw value, which may be anything: `case onLoan = "ON_LOAN"`.

## Example

```igata
enum State {
  case ON_LOAN
  case FREE
}
```

## Fix

```igata
enum State {
  case onLoan = "ON_LOAN"
  case free = "FREE"
}
```

"""##
    ),
    ExplanationPage(
      id: "field-case",
      text: ##"""
The name of a field is not written in `lowerCamelCase`.

Swift code names properties `askedForDelete`, and generated code takes the name over as it is. The column is
`asked_for_delete` all the same, so that a schema that came from a database loses nothing. Names in letters
without case, such as `残高_税込`, are as right as any.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  asked_for_delete: Bool = false
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  askedForDelete: Bool = false
}
```

"""##
    ),
    ExplanationPage(
      id: "float-coordinate",
      text: ##"""
A coordinate is kept in single precision.

A `Float` has seven digits: a longitude is off by up to a metre. A `Double` has fifteen.

## Example

```igata
struct Place {
  latitude: Float
  longitude: Float
}
```

## Fix

```igata
struct Place {
  latitude: Double
  longitude: Double
}
```

"""##
    ),
    ExplanationPage(
      id: "float-money",
      text: ##"""
An amount of money is kept in binary floating point.

`0.1 + 0.2` is not `0.3` in a `Double`, and sums drift apart from what was paid. A `Currency` is exact to three
places; `Fixed(scale:)` and `Decimal` keep more. An `amount` beside a field `unit` is taken for a measure,
and a `fee` with a default such as `0.05` for a rate.

## Example

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: Double
}
```

## Fix

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: Currency
}
```

"""##
    ),
    ExplanationPage(
      id: "float-unique",
      text: ##"""
A binary floating-point number is part of a unique constraint.

Two numbers that look the same differ in their last bit, and both are stored.

## Example

```igata
model Rate {
  id: UUID = uuid() @primaryKey
  factor: Double @unique
}
```

## Fix

```igata
model Rate {
  id: UUID = uuid() @primaryKey
  factor: Decimal(8, 4) @unique
}
```

"""##
    ),
    ExplanationPage(
      id: "generated-name",
      text: ##"""
A field has the name of something that every generated type has.

`self` becomes `self_` in Swift; `hashValue`, `convert` or `primaryKey` hide what else the name would reach.

## Example

```igata
model Part {
  number: String @primaryKey
  hashValue: Int64
}
```

## Fix

```igata
model Part {
  number: String @primaryKey
  digest: Int64 @column("hash_value")
}
```

"""##
    ),
    ExplanationPage(
      id: "hard-coded-secret",
      text: ##"""
A secret has a default.

It stands in the schema, in the generated code and in every program that is built from it, and whoever forgets to
set one has that.

## Example

```igata
model Client {
  id: UUID = uuid() @primaryKey
  apiKey: String = "not-a-real-key" @sensitive
}
```

## Fix

```igata
model Client {
  id: UUID = uuid() @primaryKey
  apiKey: String @sensitive
}
```

"""##
    ),
    ExplanationPage(
      id: "hungarian-name",
      text: ##"""
A name begins with its kind: `tblOrder`, `strName`.

The type stands behind the colon, and the keyword before it. A prefix says it a second time, and stays when the
type changes.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  strName: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @column("str_name")
}
```

"""##
    ),
    ExplanationPage(
      id: "identity-not-sensitive",
      text: ##"""
The number of an account, a card or a person is not marked `@sensitive`.

What is not marked stands in descriptions, and so in logs and crash reports. What is stored does not change, so
that the fix counts as safe. A `cardNumber` counts where cards pay, and not in a library.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  iban: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  iban: String @sensitive
}
```

"""##
    ),
    ExplanationPage(
      id: "implicit-delete-rule",
      text: ##"""
A relation does not say what becomes of it when its target is deleted.

Where nothing is said, a required relation keeps its target from being deleted, and an optional one lets go. Both
are choices that a reader should find in the schema. The fix writes down what holds already.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person @onDelete(restrict)
}
```

"""##
    ),
    ExplanationPage(
      id: "inapplicable-attribute",
      text: ##"""
An attribute stands on a field whose type it can't be about.

`@length` bounds text, data and lists, `@range` numbers, `@pattern` text; `@precision` is for `Decimal`,
`@onDelete` for a relation to one model, `@inverse` for a list of models, `@updatedAt` for a `Date`, `@version`
for a whole number that is not optional. `@unique` and `@index` want a value or a relation to one model.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  age: Int16 @length(1...100)
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  age: Int16 @range(1...100)
}
```

"""##
    ),
    ExplanationPage(
      id: "int-money",
      text: ##"""
An amount of money is a bare integer.

Nobody can tell whether `1999` is in pounds or in pence, and one caller will take the other. A `Currency` is exact
and says what it is; a type of its own (`type Yen = Int64`) or a name (`priceInCents`) tells the unit,
and so does a comment on the field.

## Example

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: Int
}
```

## Fix

```igata
type Cents = Int

model Product {
  id: UUID = uuid() @primaryKey
  price: Cents
}
```

"""##
    ),
    ExplanationPage(
      id: "invalid-baseline",
      text: ##"""
A baseline doesn't have the format that `igata lint --update-baseline` writes.

A baseline is an object with the `version` 1 and a list of `findings`, each of which has a `file`, a `place`, a
`rule` and a `count`. Run `igata lint --update-baseline` to write it again.

## Example

```text
{"version": 1, "findings": [{"file": "a.igata", "rule": "type-case"}]}
```

## Fix

```text
{"version": 1, "findings": [{"file": "a.igata", "place": "account", "rule": "type-case", "count": 1}]}
```

"""##
    ),
    ExplanationPage(
      id: "invalid-escape",
      text: ##"""
A backslash in a string stands before something that it does not escape.

The escapes are those of Swift: `\n`, `\r`, `\t`, `\\`, `\"`, `\'` and `\u{…}` with one to eight
hexadecimal digits that name a character. There is no interpolation. A backslash that is meant as such is written
twice.

## Example

```igata
enum Drive: String {
  case home = "C:\home"
}
```

## Fix

```igata
enum Drive: String {
  case home = "C:\\home"
}
```

"""##
    ),
    ExplanationPage(
      id: "invalid-json",
      text: ##"""
A text that should be JSON isn't valid JSON.

## Example
```json
{"name": "Ada",}
```

## Fix
```json
{"name": "Ada"}
```

"""##
    ),
    ExplanationPage(
      id: "invalid-length",
      text: ##"""
A length is negative, or beyond any that a value can have.

Lengths count the characters of a text (Unicode scalars), the bytes of data, or the elements of a list.

## Example

```igata
type Code = String @length(-1...8)
```

## Fix

```igata
type Code = String @length(0...8)
```

"""##
    ),
    ExplanationPage(
      id: "invalid-pattern",
      text: ##"""
The pattern of `@pattern` is not a regular expression.

Patterns are those of Swift's `Regex`, and must match the whole text. A backslash in a string is written twice:
`"\\d+"`.

## Example

```igata
type Email = String @pattern("(.+@.+")
```

## Fix

```igata
type Email = String @pattern("(.+)@.+")
```

"""##
    ),
    ExplanationPage(
      id: "invalid-precision",
      text: ##"""
The digits or the decimal places of a `Decimal` are out of range, or are given twice.

A `Decimal` has 1 to 38 digits, and no more decimal places than digits. `@precision(12, 2)` says the same as
`Decimal(12, 2)`.

## Example

```igata
model Offer {
  id: UUID = uuid() @primaryKey
  price: Decimal(2, 12)
}
```

## Fix

```igata
model Offer {
  id: UUID = uuid() @primaryKey
  price: Decimal(12, 2)
}
```

"""##
    ),
    ExplanationPage(
      id: "invalid-scale",
      text: ##"""
The scale of a `Fixed` is not a power of ten from 1 to 10¹⁸.

The scale is what a value is multiplied by to be kept as a whole number: `1000` keeps three decimal places.

## Example

```igata
type Rate = Fixed(scale: 12)
```

## Fix

```igata
type Rate = Fixed(scale: 100)
```

"""##
    ),
    ExplanationPage(
      id: "invalid-sql-name",
      text: ##"""
A name for the database is one that no database takes.

It is empty, longer than 255 bytes, holds the character NUL, or begins with `sqlite_` where SQLite keeps such
names of tables and indexes for itself.

## Example

```igata
model Person @table("") {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model Person @table("people") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "invalid-utf8",
      text: ##"""
The file holds bytes that are not UTF-8.

It was most likely saved in another encoding, or cut in the middle of a character. Save it as UTF-8. In the
example, `�` stands for such a byte.

## Example

```igata
struct Place {
  city: String = "Z�rich"
}
```

## Fix

```igata
struct Place {
  city: String = "Zürich"
}
```

"""##
    ),
    ExplanationPage(
      id: "join-without-unique",
      text: ##"""
A model that ties two others together may tie them twice.

A row of it says nothing but that the one belongs to the other. Without a key or a constraint over both, pressing
the button twice stores it twice.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Follow {
  id: UUID = uuid() @primaryKey
  follower: Person
  followee: Person
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Follow {
  id: UUID = uuid() @primaryKey
  follower: Person
  followee: Person

  unique(follower, followee)
}
```

"""##
    ),
    ExplanationPage(
      id: "key-without-relation",
      text: ##"""
A field keeps the key of a model, and is no relation.

The database does not know that `ownerID` is a `Person`: it keeps keys of rows that are gone, and no query can
follow it. A relation keeps the same column, and gives the key as `ownerID` too.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  personID: UUID
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  person: Person
}
```

"""##
    ),
    ExplanationPage(
      id: "large-list",
      text: ##"""
A list that grows without end is loaded with its owner.

A list of models without `@inverse` is a part of its owner: loaded with it, and saved with it. Messages, log
entries and readings grow to thousands; with `@inverse` they are a query, which can be cut into pages.

## Example

```igata
model Sensor {
  id: UUID = uuid() @primaryKey
  readings: [Reading]
}

model Reading {
  id: UUID = uuid() @primaryKey
  value: Double
}
```

## Fix

```igata
model Sensor {
  id: UUID = uuid() @primaryKey
  readings: [Reading] @inverse(sensor)
}

model Reading {
  id: UUID = uuid() @primaryKey
  value: Double
  sensor: Sensor
}
```

"""##
    ),
    ExplanationPage(
      id: "limit-exceeded",
      text: ##"""
A declaration is larger than the language takes.

The limits are beyond what people write and below what would exhaust a database or the memory: structs 16 deep,
tables of 1,600 columns, keys of 16 columns that reach through 16 relations.

## Example

```igata
model A {
  x: Int
  y: Int
  primaryKey(x, y)
}

model B {
  x: A
  y: A
  primaryKey(x, y)
}

model C {
  x: B
  y: B
  primaryKey(x, y)
}

model D {
  x: C
  y: C
  primaryKey(x, y)
}

model E {
  x: D
  y: D
  primaryKey(x, y)
}
```

## Fix

```igata
model A {
  x: Int
  y: Int
  primaryKey(x, y)
}

model B {
  id: UUID = uuid() @primaryKey
  x: A
  y: A
  unique(x, y)
}
```

"""##
    ),
    ExplanationPage(
      id: "long-identifier",
      text: ##"""
A table, a column, or an index with a name of its own has a longer name than PostgreSQL keeps.

PostgreSQL cuts names after 63 bytes (MySQL after 64 characters). Igata cuts such a name itself and puts a hash at
its end, so that two of them never meet, but what stands in the database is not what the schema says, and who
searches for it does not find it. Names that Igata makes for indexes are left out, as nobody writes them.

## Example

```igata
model MonthlyElectricityConsumption {
  id: UUID = uuid() @primaryKey
  averageConsumptionInKilowattHoursForEachPersonInTheHouseholdAndDay: Double
}
```

## Fix

```igata
model MonthlyElectricityConsumption {
  id: UUID = uuid() @primaryKey
  averageConsumptionInKilowattHoursForEachPersonInTheHouseholdAndDay: Double @column("consumption")
}
```

"""##
    ),
    ExplanationPage(
      id: "look-alike",
      text: ##"""
A character looks like one of the language and is another.

Keyboards and editors for East Asian scripts write punctuation, digits and Latin letters in full width, others
join three dots to one character, and some letters of the Cyrillic and the Greek script have the shape of Latin
ones. Such a character is no punctuation, and a word that holds one is another word. In names of your own, letters
of all scripts are fine. `igata lint --fix` writes what was meant.

## Example

```igata
struct Place {
  city： String
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "lookup-cascade",
      text: ##"""
A cascade leads from a category to what is in it.

Deleting a category, a country or a unit deletes all that has it. What is in a category is more than the category:
restrict, or nullify.

## Example

```igata
model Category {
  id: UUID = uuid() @primaryKey
}

model Product {
  id: UUID = uuid() @primaryKey
  category: Category @onDelete(cascade)
}
```

## Fix

```igata
model Category {
  id: UUID = uuid() @primaryKey
}

model Product {
  id: UUID = uuid() @primaryKey
  category: Category @onDelete(restrict)
}
```

"""##
    ),
    ExplanationPage(
      id: "malformed-name",
      text: ##"""
A name is no identifier of Swift.

Letters, digits and `_` make a name, in any script; it does not start with a digit, and `_` alone is none.
Backticks take a keyword as a name, and nothing else than a name stands in them.

## Example

```igata
struct Place {
  `post code`: String
}
```

## Fix

```igata
struct Place {
  postCode: String
}
```

"""##
    ),
    ExplanationPage(
      id: "malformed-number",
      text: ##"""
What starts as a number goes on as none.

Integers are written `1_000`, `0x7F`, `0b101` or `0o17`, decimals `1.10` or `1e9`. A name can't start with a
digit.

## Example

```igata
struct Place {
  height: Int = 12m
}
```

## Fix

```igata
struct Place {
  height: Int = 12
}
```

"""##
    ),
    ExplanationPage(
      id: "misindented-block",
      text: ##"""
A line of a `"""` block is indented less than the closing `"""`.

The white space before the closing quotes is taken off each line; a line that does not start with the same spaces
and tabs has nothing that could be taken off. Empty lines need none.

## Example

```igata
struct Place {
  about: String = """
    Two
  lines
    """
}
```

## Fix

```igata
struct Place {
  about: String = """
    Two
    lines
    """
}
```

"""##
    ),
    ExplanationPage(
      id: "mismatched-section-end",
      text: ##"""
A closing tag doesn't match the tag that was opened last.

## Example
```mustache
{{#items}}
{{#isNew}}new{{/items}}
{{/isNew}}
```

## Fix
```mustache
{{#items}}
{{#isNew}}new{{/isNew}}
{{/items}}
```

"""##
    ),
    ExplanationPage(
      id: "misplaced-attribute",
      text: ##"""
An attribute stands before what it belongs to, or behind something that takes none.

An attribute stands behind the type or the default of its field, behind the name of its model, or behind its case.
Where it starts a line, it belongs to the line before, and is indented more than that.

## Example

```igata
@table("places")
model Place {
  id: Int64 @primaryKey
}
```

## Fix

```igata
model Place @table("places") {
  id: Int64 @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "misplaced-autoincrement",
      text: ##"""
`autoincrement()` stands on something other than a single whole-number key.

The database counts the key of a table, an `Int64`, `Int` or `Int32`, and nothing else.

## Example

```igata
model Entry {
  id: UUID = uuid() @primaryKey
  number: Int64 = autoincrement()
}
```

## Fix

```igata
model Entry {
  number: Int64 = autoincrement() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "misplaced-default",
      text: ##"""
A field's default stands behind its attributes.

## Example

```igata
struct Place {
  city: String @length(1...80) = "Oslo"
}
```

## Fix

```igata
struct Place {
  city: String = "Oslo" @length(1...80)
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-body",
      text: ##"""
An enum, a struct or a model has no `{` behind its name and its attributes.

## Example

```igata
struct Place
  city: String
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-case",
      text: ##"""
A name in an enum has no `case` before it.

## Example

```igata
enum Kind {
  town
}
```

## Fix

```igata
enum Kind {
  case town
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-colon",
      text: ##"""
A field's name and its type have no `:` between them.

The name comes first, then a `:` and the type.

## Example

```igata
struct Place {
  city String
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-comma",
      text: ##"""
Two values in parentheses have no comma between them.

## Example

```igata
struct Place {
  height: Decimal(6 2)
}
```

## Fix

```igata
struct Place {
  height: Decimal(6, 2)
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-equals",
      text: ##"""
A `type` has no `=` between its name and what it is based on.

## Example

```igata
type Email: String
```

## Fix

```igata
type Email = String
```

"""##
    ),
    ExplanationPage(
      id: "missing-inverse",
      text: ##"""
A list of models may be the other side of a relation that leads back, or a relation of its own.

`entries: [Entry] @inverse(account)` are those entries whose `account` is this one: nothing is stored for them
here. `entries: [Entry] @joinTable("account_entry")` is a relation of its own, which is kept in a join table of
that name, and which nobody fills when `entry.account` is set. Where a relation leads back that no other list is
the inverse of, the list says which of the two it is. A list of a model that leads back by no relation, or only by
a list, needs neither.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  entries: [Entry]
}

model Entry {
  id: UUID = uuid() @primaryKey
  account: Account
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  entries: [Entry] @inverse(account)
}

model Entry {
  id: UUID = uuid() @primaryKey
  account: Account
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-name",
      text: ##"""
A name should stand here.

## Example

```igata
struct {
  city: String
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-primary-key",
      text: ##"""
A model has no primary key.

The key tells one row from another: mark a field `@primaryKey`, or name several with `primaryKey(a, b)`.

## Example

```igata
model Person {
  name: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-range",
      text: ##"""
A number with natural bounds has no `@range`.

A month is one of twelve and a latitude lies between -90 and 90. With `@range` the runtime and the database refuse
the rest.

## Example

```igata
model Budget {
  id: UUID = uuid() @primaryKey
  month: Int16
}
```

## Fix

```igata
model Budget {
  id: UUID = uuid() @primaryKey
  month: Int16 @range(1...12)
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-type",
      text: ##"""
A type should stand here.

Each field says its type, also where it has a default.

## Example

```igata
struct Place {
  city = "Oslo"
}
```

## Fix

```igata
struct Place {
  city: String = "Oslo"
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-unknown-case",
      text: ##"""
An enum has no case for values that it does not know.

A row that a newer version has written, or another program, cannot be read where its value has no case. A case
marked `@unknown` takes them.

## Example

```igata
enum State {
  case open
  case closed
}

model Ticket {
  id: UUID = uuid() @primaryKey
  state: State = .open
}
```

## Fix

```igata
enum State {
  case open
  case closed
  case other @unknown
}

model Ticket {
  id: UUID = uuid() @primaryKey
  state: State = .open
}
```

"""##
    ),
    ExplanationPage(
      id: "missing-value",
      text: ##"""
A value should stand here: behind `=`, in parentheses, between commas, or at an end of a range.

## Example

```igata
struct Place {
  city: String =
}
```

## Fix

```igata
struct Place {
  city: String = ""
}
```

"""##
    ),
    ExplanationPage(
      id: "misspelling",
      text: ##"""
A name is misspelt.

It spreads into code and columns, and whoever searches for the right word does not find it. Only a short list of
well known slips is looked for.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  adress: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  address: String
}
```

"""##
    ),
    ExplanationPage(
      id: "mutable-key",
      text: ##"""
The key of a model can be set again.

A row whose key changes is another row: relations to it dangle or follow, and what was saved under the old key
stays. `let` has the compiler refuse it. Keys that the store makes are left alone.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model Person {
  let id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "names-alike",
      text: ##"""
Two names differ in nothing but case or underscores.

`timeZone` beside `timezone`, or an enum `status` beside a model `Status`: readers take one for the other, and so
do file systems and databases that do not tell upper case from lower.

## Example

```igata
model Trip {
  id: UUID = uuid() @primaryKey
  timeZone: String
  timezone: String
}
```

## Fix

```igata
model Trip {
  id: UUID = uuid() @primaryKey
  startTimeZone: String
  endTimeZone: String
}
```

"""##
    ),
    ExplanationPage(
      id: "negated-bool",
      text: ##"""
A `Bool` is named by what is not.

`!isNotRead` has to be read twice. Name what is, and turn the default round.

## Example

```igata
model Message {
  id: UUID = uuid() @primaryKey
  isNotRead: Bool = true
}
```

## Fix

```igata
model Message {
  id: UUID = uuid() @primaryKey
  isRead: Bool = false
}
```

"""##
    ),
    ExplanationPage(
      id: "nested-declaration",
      text: ##"""
A declaration stands inside another one.

All declarations stand at the top level of a file.

## Example

```igata
struct Place {
  city: String
  enum Kind {
    case town
  }
}
```

## Fix

```igata
struct Place {
  city: String
}

enum Kind {
  case town
}
```

"""##
    ),
    ExplanationPage(
      id: "nested-list",
      text: ##"""
A list holds lists.

A list is kept in one column, element by element. For lists of lists, give the inner one a model, or use `JSON`.

## Example

```igata
model Board {
  id: UUID = uuid() @primaryKey
  rows: [[Int]]
}
```

## Fix

```igata
model Board {
  id: UUID = uuid() @primaryKey
  rows: [Row] @inverse(board)
}

model Row {
  id: UUID = uuid() @primaryKey
  board: Board
  cells: [Int]
}
```

"""##
    ),
    ExplanationPage(
      id: "nested-optional",
      text: ##"""
A type is optional twice.

A database knows one way for a value to be missing.

## Example

```igata
model Post {
  id: UUID = uuid() @primaryKey
  note: String??
}
```

## Fix

```igata
model Post {
  id: UUID = uuid() @primaryKey
  note: String?
}
```

"""##
    ),
    ExplanationPage(
      id: "nesting-too-deep",
      text: ##"""
Brackets are nested more than 32 deep.

Nothing in a schema needs more than a few levels.

## Example

```igata
struct Place {
  cities: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[String]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
}
```

## Fix

```igata
struct Place {
  cities: [String]
}
```

"""##
    ),
    ExplanationPage(
      id: "newtype-base",
      text: ##"""
A type stands around something that is not a scalar of the language.

`type` makes a Swift type of its own around one stored value. Other such types are refused as a base, so that
all constraints of a value stand in one place; enums, structs and models are types of their own already; lists
and optionals belong to the field.

## Example

```igata
type Email = String @length(3...254)
type WorkEmail = Email
```

## Fix

```igata
type Email = String @length(3...254)
type WorkEmail = String @length(3...254)
```

"""##
    ),
    ExplanationPage(
      id: "none-case",
      text: ##"""
An enum that is used with `?` has a case `none` or `some`.

`kind == .none` then asks whether there is a value, not whether it is the case, and the compiler only warns.
Without the `?` the case is all right.

## Example

```igata
enum Hazard {
  case none
  case toxic
}

model Item {
  id: UUID = uuid() @primaryKey
  hazard: Hazard?
}
```

## Fix

```igata
enum Hazard {
  case none
  case toxic
}

model Item {
  id: UUID = uuid() @primaryKey
  hazard: Hazard = .none
}
```

"""##
    ),
    ExplanationPage(
      id: "not-constructible",
      text: ##"""
A default makes a struct or a model that needs more than its own defaults.

`Settings()` gives nothing to `Settings`: each of its fields must be optional, a list of models, or have a
default.

## Example

```igata
model Settings {
  id: UUID = uuid() @primaryKey
  language: String
}

model Account {
  id: UUID = uuid() @primaryKey
  settings: Settings = Settings()
}
```

## Fix

```igata
model Settings {
  id: UUID = uuid() @primaryKey
  language: String = "en"
}

model Account {
  id: UUID = uuid() @primaryKey
  settings: Settings = Settings()
}
```

"""##
    ),
    ExplanationPage(
      id: "nothing-required",
      text: ##"""
A model demands nothing.

A row of it may say nothing at all, and every reader must be ready for that. What makes it what it is should be
required. Settings are left alone, as one that is not there means a default.

## Example

```igata
model Supplier {
  id: UUID = uuid() @primaryKey
  name: String?
  phone: String?
  city: String?
}
```

## Fix

```igata
model Supplier {
  id: UUID = uuid() @primaryKey
  name: String
  phone: String?
  city: String?
}
```

"""##
    ),
    ExplanationPage(
      id: "nullable-unique",
      text: ##"""
A unique constraint over several fields has an optional one among them.

To SQL, `nil` is like nothing, not even like `nil`: two rows that are the same but for a missing value both pass.
Make the field required, or add a constraint for the rows that lack it: `unique(a, b, where: "c IS NULL")`. A
constraint over one required field and one optional (`unique(team, shirtNumber)`) most often means it so, and is
left alone unless `pairs` is set.

## Example

```igata
model StockItem {
  id: UUID = uuid() @primaryKey
  shelf: String
  article: String
  lot: String?

  unique(shelf, article, lot)
}
```

## Fix

```igata
model StockItem {
  id: UUID = uuid() @primaryKey
  shelf: String
  article: String
  lot: String?

  unique(shelf, article, lot)
  unique(shelf, article, where: "lot IS NULL")
}
```

"""##
    ),
    ExplanationPage(
      id: "nullify-required",
      text: ##"""
`@onDelete(nullify)` stands on a relation that is required.

The column of a required relation can't be empty, so that there is nothing to put where the target was.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person @onDelete(nullify)
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person? @onDelete(nullify)
}
```

"""##
    ),
    ExplanationPage(
      id: "number-bool",
      text: ##"""
A yes or no is kept in a number or a text.

A `Bool` takes two values; an `Int` takes `2`, and a `String` takes `"Y"`, `"yes"` and `"true"`.

## Example

```igata
model Carrier {
  id: UUID = uuid() @primaryKey
  isActive: Int16 = 1
}
```

## Fix

```igata
model Carrier {
  id: UUID = uuid() @primaryKey
  isActive: Bool = true
}
```

"""##
    ),
    ExplanationPage(
      id: "numbered-fields",
      text: ##"""
Fields are numbered where a list is meant.

`phone1`, `phone2`: whoever searches must look into each, and the next number is a migration. A list keeps any
number of them. The lines of an address are left alone.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  phone1: String?
  phone2: String?
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  phones: [String]
}
```

"""##
    ),
    ExplanationPage(
      id: "optional-bool",
      text: ##"""
A `Bool` is optional, so that it has three values and not two.

Code that reads it must say each time what `nil` means, and two places will say it differently. Give it a
default, or name the three states in an enum.

## Example

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool?
}
```

## Fix

```igata
enum Agreement {
  case asked
  case given
  case refused
}

model Member {
  id: UUID = uuid() @primaryKey
  agreement: Agreement = .asked
}
```

"""##
    ),
    ExplanationPage(
      id: "optional-element",
      text: ##"""
The elements of a list are optional.

A list holds values; what is missing is left out of it.

## Example

```igata
model Post {
  id: UUID = uuid() @primaryKey
  numbers: [Int?]
}
```

## Fix

```igata
model Post {
  id: UUID = uuid() @primaryKey
  numbers: [Int]
}
```

"""##
    ),
    ExplanationPage(
      id: "optional-empty-text",
      text: ##"""
An optional text is empty by default.

There are then two ways to say that there is nothing, `nil` and `""`, and one query in two forgets one of them.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  nickname: String? = ""
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  nickname: String?
}
```

"""##
    ),
    ExplanationPage(
      id: "optional-list",
      text: ##"""
A list is optional.

A list that is not there is an empty list.

## Example

```igata
model Post {
  id: UUID = uuid() @primaryKey
  words: [String]?
}
```

## Fix

```igata
model Post {
  id: UUID = uuid() @primaryKey
  words: [String] = []
}
```

"""##
    ),
    ExplanationPage(
      id: "optional-struct",
      text: ##"""
An optional struct has no required field.

A struct becomes columns of its owner. Where it is optional, a column that is never empty in a struct tells
whether the struct is there: that of a field with neither `?` nor a default.

## Example

```igata
struct Address {
  city: String?
}

model Person {
  id: UUID = uuid() @primaryKey
  home: Address?
}
```

## Fix

```igata
struct Address {
  city: String
}

model Person {
  id: UUID = uuid() @primaryKey
  home: Address?
}
```

"""##
    ),
    ExplanationPage(
      id: "optional-wrapper",
      text: ##"""
An optional relation has a default.

`settings: Settings = Settings()` is a wrapper: it may be missing in the database, and is read as if it were
always there. So its type is not optional. A relation that may be missing in Swift too has no default.

## Example

```igata
model Settings {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  settings: Settings? = Settings()
}
```

## Fix

```igata
model Settings {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  settings: Settings = Settings()
}
```

"""##
    ),
    ExplanationPage(
      id: "personal-not-sensitive",
      text: ##"""
Something personal is not marked `@sensitive`.

E-mail addresses, telephone numbers and birth dates belong neither in logs nor in crash reports. Only models that
tell of people are looked at, and structs that they use. What is stored does not change, so that the fix counts as
safe.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  email: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  email: String @sensitive
}
```

"""##
    ),
    ExplanationPage(
      id: "placeholder-default",
      text: ##"""
A default stands for a value that is not known.

`"N/A"` and `"unknown"` are found by whoever searches for texts, and every reader must know to leave them out.
`nil` says it. A status or a kind may well be `"unknown"`.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  title: String = "N/A"
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  title: String?
}
```

"""##
    ),
    ExplanationPage(
      id: "plain-password",
      text: ##"""
A password is kept as it was typed.

Whoever reads the table, or a copy of it, has the password, and with it most of the owner's other accounts. Keep a
salted hash of a function made for it (Argon2, scrypt, bcrypt), and name the field after it.

## Example

```igata
model User {
  id: UUID = uuid() @primaryKey
  password: String @sensitive
}
```

## Fix

```igata
model User {
  id: UUID = uuid() @primaryKey
  passwordHash: String @sensitive
}
```

"""##
    ),
    ExplanationPage(
      id: "plural-list",
      text: ##"""
A list is named like one of its elements.

`for tag in article.tag` reads wrong. A list has the plural for a name.

## Example

```igata
model Article {
  id: UUID = uuid() @primaryKey
  tag: [Tag]
}

model Tag {
  name: String @primaryKey
}
```

## Fix

```igata
model Article {
  id: UUID = uuid() @primaryKey
  tags: [Tag]
}

model Tag {
  name: String @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "postgresql-reserved-word",
      text: ##"""
A table or a column has the name of a word that PostgreSQL reserves.

What igata writes is quoted, so that it works. SQL that people write fails until they find the quotes, and worse:
`SELECT * FROM user` is not the table, but the name of the role that asks. `@table` and `@column` give another
name.

## Example

```igata
model User {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model User @table("users") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "raw-type",
      text: ##"""
An enum is stored as something other than text or a whole number.

The raw type is `String`, which is meant where none is written, or `Int16`, `Int32`, `Int64` or `Int`.

## Example

```igata
enum Level: Double {
  case low
}
```

## Fix

```igata
enum Level: Int16 {
  case low
}
```

"""##
    ),
    ExplanationPage(
      id: "raw-value-range",
      text: ##"""
A raw value is outside of the enum's raw type.

A case without a raw value counts on from the one before it, and can go beyond the type that way too.

## Example

```igata
enum Level: Int16 {
  case low = 32_768
}
```

## Fix

```igata
enum Level: Int32 {
  case low = 32_768
}
```

"""##
    ),
    ExplanationPage(
      id: "raw-value-type",
      text: ##"""
A raw value is not of the enum's raw type.

An enum without a raw type is stored as text; for numbers, write `: Int16` or another whole number behind its
name.

## Example

```igata
enum Level {
  case low = 1
}
```

## Fix

```igata
enum Level: Int16 {
  case low = 1
}
```

"""##
    ),
    ExplanationPage(
      id: "realm-key",
      text: ##"""
Realm can't use the key of a model as its primary key: the key has several parts, or its type isn't supported as a
key.

A Realm key is a single property of type `Bool`, `String`, `UUID` or an integer type. The generated class gets an
additional key, a string that is composed of the parts of the model's key when an object is saved.

## Example
```text
model Seat {
  row: Int32
  number: Int32
  primaryKey(row, number)
}
```

## Fix
```text
model Seat {
  id: UUID = uuid() @primaryKey
  row: Int32
  number: Int32
}
```

"""##
    ),
    ExplanationPage(
      id: "realm-name",
      text: ##"""
A type of the schema has a name that the generated classes for Realm need.

The shared types of these classes are declared in `IgataRealm.swift`, and their names begin with `Realm`. The
module names `Swift` and `Foundation` are needed if a type of the schema has the same name as a type of that
module: if there is a type `Set`, the classes refer to `Swift.Set`.

## Example
```text
model RealmStore {
  id: UUID = uuid() @primaryKey
}
```

## Fix
```text
model Shop {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "realm-unique",
      text: ##"""
Realm enforces uniqueness only for keys, so a unique field of the schema isn't unique in the generated classes.

## Example
```text
model Person {
  id: UUID = uuid() @primaryKey
  email: String @unique
}
```

## Fix
```text
model Person {
  email: String @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "record-cascade",
      text: ##"""
A cascade deletes what has to be kept.

Invoices, payments and receipts are asked for years after the customer has gone. Keep the row: restrict, or
nullify an optional relation.

## Example

```igata
model Customer {
  id: UUID = uuid() @primaryKey
}

model Invoice {
  id: UUID = uuid() @primaryKey
  customer: Customer @onDelete(cascade)
}
```

## Fix

```igata
model Customer {
  id: UUID = uuid() @primaryKey
}

model Invoice {
  id: UUID = uuid() @primaryKey
  customer: Customer @onDelete(restrict)
}
```

"""##
    ),
    ExplanationPage(
      id: "redundant-index",
      text: ##"""
An index or a constraint does what another does already.

A key or an index over `(a, b)` finds by `a` too, every foreign key has an index of its own, and what is unique
alone is unique with anything beside it. Each index that is too many costs time at every write. Without it the
database loses an index, so that the fix is for you to choose.

## Example

```igata
model Entry {
  id: UUID = uuid() @primaryKey
  name: String @index
  at: Date

  index(name, at)
}
```

## Fix

```igata
model Entry {
  id: UUID = uuid() @primaryKey
  name: String
  at: Date

  index(name, at)
}
```

"""##
    ),
    ExplanationPage(
      id: "redundant-nil",
      text: ##"""
The default `nil` says no more than the `?` before it.

An optional field that nobody sets is `nil`.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  email: String? = nil
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  email: String?
}
```

"""##
    ),
    ExplanationPage(
      id: "redundant-raw-value",
      text: ##"""
A raw value says no more than the name of its case.

A case of a text enum is stored by its name. Generated code does not change without it.

## Example

```igata
enum State {
  case open = "open"
}
```

## Fix

```igata
enum State {
  case open
}
```

"""##
    ),
    ExplanationPage(
      id: "redundant-stored-name",
      text: ##"""
`@table` or `@column` says the name that there would be anyway.

What is generated does not change without it.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  firstName: String @column("first_name")
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  firstName: String
}
```

"""##
    ),
    ExplanationPage(
      id: "relation-cycle",
      text: ##"""
Required relations or wrappers lead round in a circle.

None of the models could be made or saved first, and loading one would load the others without end. One relation
of the circle must be optional.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  account: Account
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  account: Account?
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
}
```

"""##
    ),
    ExplanationPage(
      id: "relation-in-struct",
      text: ##"""
A field of a struct is a model.

A struct is a value without identity; what refers to other rows is a model.

## Example

```igata
model Country {
  id: UUID = uuid() @primaryKey
}

struct Address {
  city: String
  country: Country
}
```

## Fix

```igata
model Country {
  id: UUID = uuid() @primaryKey
}

struct Address {
  city: String
}

model Person {
  id: UUID = uuid() @primaryKey
  home: Address
  country: Country
}
```

"""##
    ),
    ExplanationPage(
      id: "relation-named-id",
      text: ##"""
A relation is named like a key.

`account.ownerID` is a `Person` then, and its key is `ownerIDID`. Name the relation after what it leads to: the
key comes by itself, as `ownerID`.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  ownerID: Person
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
}
```

"""##
    ),
    ExplanationPage(
      id: "repeated-column",
      text: ##"""
A constraint names a field twice.

The second one adds nothing.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  index(kind, kind)
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  index(kind)
}
```

"""##
    ),
    ExplanationPage(
      id: "repeated-group",
      text: ##"""
The same fields stand twice, under two prefixes.

`billingStreet`, `billingCity` … and `shippingStreet`, `shippingCity` … want a struct: its columns have the same
names, so that nothing changes in the database.

## Example

```igata
model Order {
  id: UUID = uuid() @primaryKey
  billingStreet: String
  billingCity: String
  billingPostcode: String
  shippingStreet: String
  shippingCity: String
  shippingPostcode: String
}
```

## Fix

```igata
struct Address {
  street: String
  city: String
  postcode: String
}

model Order {
  id: UUID = uuid() @primaryKey
  billing: Address
  shipping: Address
}
```

"""##
    ),
    ExplanationPage(
      id: "reserved-name",
      text: ##"""
A field has a name that `reserved` lists.

`reserved` keeps names of fields that once were, so that old data and old programs never meet a new meaning
under an old name.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  iban: String = ""
  reserved iban
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  accountNumber: String = ""
  reserved iban
}
```

"""##
    ),
    ExplanationPage(
      id: "reserved-type-name",
      text: ##"""
A declaration takes the name of a built-in type, or of the module that all generated code imports.

The schema could not tell the two apart: `Bool`, `Int16`, `Int32`, `Int64`, `Int`, `Float`, `Double`, `Decimal`,
`Currency`, `Fixed`, `String`, `Data`, `Date`, `UUID`, `URL`, `JSON` and `IgataRuntime`. Every other name is free.
To keep the table's name, add `@table`.

## Example

```igata
model Date {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model Appointment @table("date") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "second-distribution",
      text: ##"""
A model says twice how its rows are spread.

The rows of a model either lie with others of the same value, which is `distribute(by: …)`, or on every server,
which is `reference`. The later one is the error.

## Example

```igata
model Country {
  code: String @primaryKey
  reference
  distribute(by: code)
}
```

## Fix

```igata
model Country {
  code: String @primaryKey
  reference
}
```

"""##
    ),
    ExplanationPage(
      id: "second-primary-key",
      text: ##"""
A model has two primary keys.

The later one is the error. A key of several fields is one member: `primaryKey(a, b)`.

## Example

```igata
model Seat {
  row: Int32 @primaryKey
  number: Int32 @primaryKey
}
```

## Fix

```igata
model Seat {
  row: Int32
  number: Int32
  primaryKey(row, number)
}
```

"""##
    ),
    ExplanationPage(
      id: "second-unknown-case",
      text: ##"""
Two cases of an enum are marked `@unknown`.

Raw values that no case has are read as the one case that is marked so.

## Example

```igata
enum State {
  case open
  case other @unknown
  case strange @unknown
}
```

## Fix

```igata
enum State {
  case open
  case other @unknown
  case strange
}
```

"""##
    ),
    ExplanationPage(
      id: "second-version",
      text: ##"""
Two fields of a model are marked `@version`.

A model has one number that counts its changes.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  revision: Int64 = 0 @version
  edition: Int64 = 0 @version
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  revision: Int64 = 0 @version
  edition: Int64 = 0
}
```

"""##
    ),
    ExplanationPage(
      id: "secret-not-sensitive",
      text: ##"""
A secret is not marked `@sensitive`.

What is not marked stands in descriptions, and so in logs and crash reports. With `@sensitive` the field prints as
`<sensitive>`; what is stored does not change, so that the fix counts as safe.

What is encrypted, by its name or by the comment on it, helps nobody without a key, and a hash of anything but a
password or a short code opens nothing: these are left alone, as is what names something else in the end, such as
`tokenEndpointAuthMethod` or `apiKeyPrefix`.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  accessToken: String
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  accessToken: String @sensitive
}
```

"""##
    ),
    ExplanationPage(
      id: "section-in-parent",
      text: ##"""
A parent tag contains something other than a block, which has no effect: only the blocks in a parent tag are used,
and everything else is left out.

## Example
```mustache
{{<layout}}
{{#isNew}}{{$title}}New{{/title}}{{/isNew}}
{{/layout}}
```

## Fix
```mustache
{{<layout}}
{{$title}}{{#isNew}}New{{/isNew}}{{/title}}
{{/layout}}
```

"""##
    ),
    ExplanationPage(
      id: "self-cascade",
      text: ##"""
A cascade deletes a whole tree of one model.

Deleting a folder deletes what is below it, at any depth, without a word. That may be what is wanted; `nullify`
keeps the children as roots, `restrict` has them deleted first.

## Example

```igata
model Folder {
  id: UUID = uuid() @primaryKey
  parent: Folder? @onDelete(cascade)
}
```

## Fix

```igata
model Folder {
  id: UUID = uuid() @primaryKey
  parent: Folder? @onDelete(restrict)
}
```

"""##
    ),
    ExplanationPage(
      id: "sensitive-key",
      text: ##"""
Something sensitive is the key of a model.

The key stands in every row that refers to it, in the names of cached things and in every error that says which
row it is about.

## Example

```igata
model Citizen {
  let taxNumber: String @primaryKey @sensitive
}
```

## Fix

```igata
model Citizen {
  let id: UUID = uuid() @primaryKey
  taxNumber: String @unique @sensitive
}
```

"""##
    ),
    ExplanationPage(
      id: "shadowed-swift-type",
      text: ##"""
A type has the name of one of Swift's own.

In every file that imports the models, `Task { … }` and `Result<…>` then mean the model, and the compiler's
messages tell of something else.

## Example

```igata
model Task {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model TodoItem @table("task") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "singular-model",
      text: ##"""
A model is named in the plural.

A value of the type is one of them: `let customer = Customer(…)`. The table may be called `customers`: `@table`
says so, or the setting for all of them.

## Example

```igata
model Customers {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model Customer @table("customers") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "small-key",
      text: ##"""
A key that counts up is smaller than 64 bits.

An `Int32` ends at two thousand million, and numbers of deleted and rolled-back rows are spent too. The day it
ends, every insert fails, and every table that refers to it has to be written anew. The eight bytes cost nothing
beside that. A key with a number for a default is that of one row, and may be small.

## Example

```igata
model Event {
  id: Int32 = autoincrement() @primaryKey
}
```

## Fix

```igata
model Event {
  id: Int64 = autoincrement() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "soft-delete-unique",
      text: ##"""
A row that counts as deleted still takes its name.

The model marks rows as deleted instead of deleting them, and a unique constraint holds for those too: nobody can
use the name of a deleted one again. `where:` leaves them out.

## Example

```igata
model Tag {
  id: UUID = uuid() @primaryKey
  name: String @unique
  deletedAt: Date?
}
```

## Fix

```igata
model Tag {
  id: UUID = uuid() @primaryKey
  name: String
  deletedAt: Date?

  unique(name, where: "deleted_at IS NULL")
}
```

"""##
    ),
    ExplanationPage(
      id: "sqlite-reserved-word",
      text: ##"""
A table or a column has the name of a word that SQLite reserves.

What igata writes is quoted, so that it works. SQL that people write, in a `where:` or at a prompt, fails until
they find the quotes. `@table` and `@column` give another name.

## Example

```igata
model Transfer {
  id: UUID = uuid() @primaryKey
  from: String
  to: String
}
```

## Fix

```igata
model Transfer {
  id: UUID = uuid() @primaryKey
  from: String @column("from_account")
  to: String @column("to_account")
}
```

"""##
    ),
    ExplanationPage(
      id: "stale-rename",
      text: ##"""
`@renamed` names something that is not gone.

It tells a migration which column to carry over. Where the old name is the present one, or another field has it,
there is nothing to carry.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @renamed(from: "name")
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @renamed(from: "fullName")
}
```

"""##
    ),
    ExplanationPage(
      id: "status-as-text",
      text: ##"""
A status is any text.

Its values stand in the code that sets them, each spelt as its author saw fit. An enum names them once.

## Example

```igata
model Ticket {
  id: UUID = uuid() @primaryKey
  status: String = "open"
}
```

## Fix

```igata
enum TicketStatus {
  case open
  case closed
}

model Ticket {
  id: UUID = uuid() @primaryKey
  status: TicketStatus = .open
}
```

"""##
    ),
    ExplanationPage(
      id: "stored-age",
      text: ##"""
An age is kept, and grows old.

It is wrong within a year of being written. Keep the birth date, and reckon the age where it is shown.
`minimumAge` and its like are bounds and stay as they are.

## Example

```igata
model Member {
  id: UUID = uuid() @primaryKey
  age: Int16
}
```

## Fix

```igata
model Member {
  id: UUID = uuid() @primaryKey
  birthDate: Date
}
```

"""##
    ),
    ExplanationPage(
      id: "stray-documentation",
      text: ##"""
A `///` comment documents nothing.

Documentation stands on the lines before a declaration, a field or a case. Behind something on the same line,
before a constraint or a closing bracket, it is not carried anywhere. This is a warning; a `//` comment says the
same to those who read the schema.

## Example

```igata
struct Place {
  city: String  /// The town's name.
}
```

## Fix

```igata
struct Place {
  /// The town's name.
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "string-date",
      text: ##"""
A date is kept in a `String`.

It sorts by its letters, takes `31.02.` and `soon`, and every reader parses it anew. A text with a `@pattern` is
left alone, as it says what it takes.

## Example

```igata
model Invoice {
  id: UUID = uuid() @primaryKey
  dueDate: String
}
```

## Fix

```igata
model Invoice {
  id: UUID = uuid() @primaryKey
  dueDate: Date
}
```

"""##
    ),
    ExplanationPage(
      id: "string-enum",
      text: ##"""
A `@pattern` lists words: an enum that is not called one.

An enum names the words once, code completes them, and a `switch` over them is checked.

## Example

```igata
model Shirt {
  id: UUID = uuid() @primaryKey
  size: String @pattern("(S|M|L)")
}
```

## Fix

```igata
enum Size {
  case s = "S"
  case m = "M"
  case l = "L"
}

model Shirt {
  id: UUID = uuid() @primaryKey
  size: Size
}
```

"""##
    ),
    ExplanationPage(
      id: "string-number",
      text: ##"""
A number is kept in a `String`.

`"9"` sorts behind `"10"`, and sums need every row to be read first. Numbers that nobody counts with, such as
those of phones and invoices, are texts and left alone.

## Example

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: String
}
```

## Fix

```igata
model Product {
  id: UUID = uuid() @primaryKey
  price: Currency
}
```

"""##
    ),
    ExplanationPage(
      id: "string-url",
      text: ##"""
A URL is kept in a `String`.

A `URL` is checked when it is made, and the code that loads it need not wonder what to do where it is none.

## Example

```igata
model Story {
  id: UUID = uuid() @primaryKey
  imageURL: String?
}
```

## Fix

```igata
model Story {
  id: UUID = uuid() @primaryKey
  imageURL: URL?
}
```

"""##
    ),
    ExplanationPage(
      id: "string-uuid",
      text: ##"""
A UUID is kept in a `String`.

It takes more than twice the room, upper and lower case are two values, and anything else passes too.

## Example

```igata
model Device {
  id: UUID = uuid() @primaryKey
  hardwareUUID: String
}
```

## Fix

```igata
model Device {
  id: UUID = uuid() @primaryKey
  hardwareUUID: UUID
}
```

"""##
    ),
    ExplanationPage(
      id: "struct-list",
      text: ##"""
A list holds structs.

A struct becomes columns of its owner, of which there are as many as the schema says. Many of them are rows: a
model.

## Example

```igata
struct Address {
  city: String
}

model Person {
  id: UUID = uuid() @primaryKey
  homes: [Address]
}
```

## Fix

```igata
model Address {
  id: UUID = uuid() @primaryKey
  city: String
}

model Person {
  id: UUID = uuid() @primaryKey
  homes: [Address]
}
```

"""##
    ),
    ExplanationPage(
      id: "stuttering-field",
      text: ##"""
A field repeats the name of its model.

`person.personName` says nothing that `person.name` does not say.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  personName: String
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @column("person_name")
}
```

"""##
    ),
    ExplanationPage(
      id: "swift-reserved-word",
      text: ##"""
A name is a keyword of Swift.

Generated code writes it in backticks, and so must everybody who uses it where no dot stands before. Cases of
enums are all right but for `self` and `init`, as `.default` needs none.

## Example

```igata
model Ticket {
  id: UUID = uuid() @primaryKey
  class: String
}
```

## Fix

```igata
model Ticket {
  id: UUID = uuid() @primaryKey
  travelClass: String @column("class")
}
```

"""##
    ),
    ExplanationPage(
      id: "swiftdata-limit",
      text: ##"""
SwiftData doesn't support a feature that the schema uses, so the generated classes lack it.

SwiftData enforces uniqueness for plain values and combinations of them, but not for relations. Its relations are
unordered. It doesn't generate numbers, set modification times and versions, or check bounds.

## Example
```text
model Entry {
  id: Int64 = autoincrement() @primaryKey
}
```

## Fix
```text
model Entry {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "swiftdata-name",
      text: ##"""
A type of the schema has a name that the generated classes for SwiftData need.

The shared types of these classes are declared in `IgataSwiftData.swift`, and their names begin with `SwiftData`.
The expansion of the `@Model` macro refers to `KeyPath`, `Observation`, `Sendable` and `Transient`, so a type of
the schema with one of these names would be used instead. The module names `Swift` and `Foundation` are needed if
a type of the schema has the same name as a type of that module: if there is a type `Hashable`, the classes refer
to `Swift.Hashable`.

## Example
```text
model SwiftDataDefaults {
  id: UUID = uuid() @primaryKey
}
```

## Fix
```text
model Defaults {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "table-collision",
      text: ##"""
Two tables have the same name.

A table is named after its model in `snake_case`, a join table after its model and field: `account_tags`. Upper
and lower case are the same to a database. `@table` gives another name.

## Example

```igata
model UserGroup {
  id: UUID = uuid() @primaryKey
}

model User_Group {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model UserGroup {
  id: UUID = uuid() @primaryKey
}

model User_Group @table("old_user_group") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "taken-name",
      text: ##"""
A type of the schema has the same name as a type in a Swift file that is compiled in the same module.

The compiler would reject the two declarations. Declarations that are private to their file, or that are inside
`#if`, are ignored.

## Example

```text
Shop.igata:     model Order { … }
Checkout.swift: struct Order { … }
```

## Fix

```text
Shop.igata:     model Order { … }
Checkout.swift: struct Checkout { … }
```

"""##
    ),
    ExplanationPage(
      id: "taken-schema-name",
      text: ##"""
A type of the schema has the name of the enum that lists all models, which `schemaName` in `igata.json` sets.

## Example
```text
igata.json:      {"schemaName": "Household"}
household.igata: model Household { … }
```

## Fix
```text
igata.json:      {"schemaName": "HouseholdSchema"}
household.igata: model Household { … }
```

"""##
    ),
    ExplanationPage(
      id: "too-long",
      text: ##"""
A name has more than 255 bytes, a number more than 1,000, or a file more than 10,000 errors.

Databases cut longer names off, and then two of them may be the same. Of the errors, the first 10,000 are
reported.

## Example

```igata
struct Place {
  口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口: String
}
```

## Fix

```igata
struct Place {
  口: String
}
```

"""##
    ),
    ExplanationPage(
      id: "too-many-fields",
      text: ##"""
A model has very many fields.

Every query loads them all. Fields that belong together make a struct, and those that are seldom read a model of
their own. Inverses don't count, as they take nothing in the table.

## Example

```igata
model Sample {
  id: UUID = uuid() @primaryKey
  value01: Double
  value02: Double
  value03: Double
  value04: Double
  value05: Double
  value06: Double
  value07: Double
  value08: Double
  value09: Double
  value10: Double
  value11: Double
  value12: Double
  value13: Double
  value14: Double
  value15: Double
  value16: Double
  value17: Double
  value18: Double
  value19: Double
  value20: Double
  value21: Double
  value22: Double
  value23: Double
  value24: Double
  value25: Double
  value26: Double
  value27: Double
  value28: Double
  value29: Double
  value30: Double
  value31: Double
  value32: Double
  value33: Double
  value34: Double
  value35: Double
  value36: Double
  value37: Double
  value38: Double
  value39: Double
  value40: Double
}
```

## Fix

```igata
model Sample {
  id: UUID = uuid() @primaryKey
  values: [Double]
}
```

"""##
    ),
    ExplanationPage(
      id: "two-spellings",
      text: ##"""
One word is spelt in two ways.

`colour` in one model and `color` in another, `timeZone` here and `timezone` there, `ユーザー` and `ユーザ`: who
remembers one looks in vain for the other.

## Example

```igata
model Desk {
  id: UUID = uuid() @primaryKey
  colour: String
}

model Chair {
  id: UUID = uuid() @primaryKey
  seatColor: String
}
```

## Fix

```igata
model Desk {
  id: UUID = uuid() @primaryKey
  color: String
}

model Chair {
  id: UUID = uuid() @primaryKey
  seatColor: String
}
```

"""##
    ),
    ExplanationPage(
      id: "type-arguments",
      text: ##"""
A type has arguments that it does not take, or lacks those that it needs.

`Decimal(12, 2)` and `Fixed(scale: 1000)` take arguments, and no other type does.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String(100)
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @length(...100)
}
```

"""##
    ),
    ExplanationPage(
      id: "type-case",
      text: ##"""
The name of a type is not written in `UpperCamelCase`.

Swift code names types `Account` and `PriceList`, and generated code takes their names over as they are. A name
that begins with a letter without case, such as `口座`, is as right as any.

## Example

```igata
model price_list {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model PriceList @table("price_list") {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "unbounded-key-text",
      text: ##"""
A text in a key or an index has no greatest length.

PostgreSQL refuses a row whose indexed text is longer than a third of a page, MySQL wants a length from the start,
and an index over long texts is as large as its table.

## Example

```igata
model Tag {
  name: String @primaryKey
}
```

## Fix

```igata
model Tag {
  name: String @primaryKey @length(1...80)
}
```

"""##
    ),
    ExplanationPage(
      id: "unclosed-bracket",
      text: ##"""
A bracket opens here and nothing closes it.

## Example

```igata
type Email = String @length(3...254
```

## Fix

```igata
type Email = String @length(3...254)
```

"""##
    ),
    ExplanationPage(
      id: "unclosed-section",
      text: ##"""
A section, an inverted section, a parent or a block is opened and never closed.

## Example
```mustache
{{#items}}
- {{name}}
```

## Fix
```mustache
{{#items}}
- {{name}}
{{/items}}
```

"""##
    ),
    ExplanationPage(
      id: "unclosed-tag",
      text: ##"""
A tag has no closing delimiter.

## Example
```mustache
Dear {{name,
welcome.
```

## Fix
If the text itself needs the delimiter, change the delimiters with a tag such as `{{=<% %>=}}`.
```mustache
Dear {{name}},
welcome.
```

"""##
    ),
    ExplanationPage(
      id: "undocumented",
      text: ##"""
A declaration has no documentation.

A `///` before it is carried into the Swift code, the database and the documents, where people meet it who have
never seen the schema.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
/// One account of the household.
model Account {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "unexpected-character",
      text: ##"""
A character stands here that has no meaning in a schema.

A newline ends a member, so there is no `;`. A range is written with three dots, or with `..<`.

## Example

```igata
struct Place {
  city: String;
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "unexpected-text",
      text: ##"""
Something stands where nothing of its kind may.

A newline ends a member, so each one starts on its own line.

## Example

```igata
struct Place {
  city: String,
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "unexplained-allow",
      text: ##"""
A suppression gives no reason.

Whoever reads it later can't tell whether it still holds.

## Example

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool? @allow(optional-bool)
}
```

## Fix

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool? @allow(optional-bool, "the old forms had a third box")
}
```

"""##
    ),
    ExplanationPage(
      id: "unfinished-documentation",
      text: ##"""
The documentation is a note to its author.

`/// TODO` is carried into the Swift code, the database and the documents. A note that is not for readers stands
behind `//`.

## Example

```igata
/// TODO: say what this is
model Account {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
// TODO: say what this is
model Account {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "unindexable-field",
      text: ##"""
A unique constraint or an index holds a field that has no value to compare.

Lists and `JSON` have no order. For a struct, mark the field inside of it; for a list of models, index the other
side.

## Example

```igata
model Post {
  id: UUID = uuid() @primaryKey
  words: [String] = []
  index(words)
}
```

## Fix

```igata
model Post {
  id: UUID = uuid() @primaryKey
  words: [String] = []
  title: String
  index(title)
}
```

"""##
    ),
    ExplanationPage(
      id: "unitless-number",
      text: ##"""
A measure does not say its unit.

`timeout: 30` is seconds to one reader and milliseconds to the next. A name (`timeoutSeconds`) or a type of its
own (`type Seconds = Int32`) tells. A field `unit` beside it tells too.

## Example

```igata
model Job {
  id: UUID = uuid() @primaryKey
  timeout: Int = 30
}
```

## Fix

```igata
model Job {
  id: UUID = uuid() @primaryKey
  timeoutSeconds: Int = 30 @column("timeout")
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-allow",
      text: ##"""
A suppression names a rule that does not exist.

It silences nothing. `igata lint --list-rules` prints the rules; what the language itself rejects can't be
silenced.

## Example

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool? @allow(optional-boolean, "the old forms had a third box")
}
```

## Fix

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool? @allow(optional-bool, "the old forms had a third box")
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-attribute",
      text: ##"""
An attribute is named that the language does not have.

On a field: `@primaryKey`, `@unique`, `@index`, `@column`, `@onDelete`, `@inverse`, `@joinTable`, `@length`, `@range`,
`@pattern`, `@precision`, `@renamed`, `@deprecated`, `@sensitive`, `@updatedAt`, `@version`, `@allow`. On a
model: `@table`, `@renamed`, `@deprecated`, `@allow`. On a case: `@unknown`.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  email: String @uniqe
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  email: String @unique
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-block",
      text: ##"""
A parent tag defines a block that no template has, so the block would be ignored silently.

The built-in templates have the blocks `header`, `imports` and `footer` around the declarations of a file, and
`modelMembers`, `structMembers` and `enumMembers` at the end of each type.

## Example

```text
{{<igata/swift/file}}
{{$haeder}}// Ours.{{/haeder}}
{{/igata/swift/file}}
```

## Fix

```text
{{<igata/swift/file}}
{{$header}}// Ours.{{/header}}
{{/igata/swift/file}}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-case",
      text: ##"""
A default names a case that the enum does not have.

Cases are named as they are in the schema, not as they are stored.

## Example

```igata
enum Kind {
  case cash
}

model Account {
  id: UUID = uuid() @primaryKey
  kind: Kind = .cas
}
```

## Fix

```igata
enum Kind {
  case cash
}

model Account {
  id: UUID = uuid() @primaryKey
  kind: Kind = .cash
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-constraint",
      text: ##"""
A member that looks like a constraint is none.

The constraints are `primaryKey(…)`, `unique(…)` and `index(…)`. Beside them `distribute(by: …)` says how rows are
spread over several servers.

## Example

```igata
model Place {
  id: Int64 @primaryKey
  city: String
  idnex(city)
}
```

## Fix

```igata
model Place {
  id: Int64 @primaryKey
  city: String
  index(city)
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-declaration",
      text: ##"""
A declaration starts with a word that declares nothing.

What a schema declares is an `enum`, a `type`, a `struct` or a `model`.

## Example

```igata
modle Place {
  id: Int64 @primaryKey
}
```

## Fix

```igata
model Place {
  id: Int64 @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-delete-rule",
      text: ##"""
`@onDelete` names a rule that there is not.

`cascade` deletes the row too, `restrict` refuses to delete what is referred to, `nullify` forgets the relation,
and `noAction` leaves it to the end of the transaction.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  parent: Account? @onDelete(nulify)
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  parent: Account? @onDelete(nullify)
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-field",
      text: ##"""
A constraint or `@inverse` names a field that there is not.

Fields are named as they are in the schema, not as their columns are; a relation stands for all of its columns.

## Example

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  index(knd)
}
```

## Fix

```igata
model Account {
  id: UUID = uuid() @primaryKey
  kind: String
  index(kind)
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-function",
      text: ##"""
A default calls a function that there is not.

The functions are `uuid()`, `uuid7()`, `now()` and `autoincrement()`; a struct or a model is made by its name:
`Settings()`.

## Example

```igata
model Message {
  id: UUID = uid() @primaryKey
}
```

## Fix

```igata
model Message {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-modifier",
      text: ##"""
A word stands beside a name and says nothing about it.

Before a field's name stands `let` or nothing; behind a column of a constraint stands `desc` or nothing.

## Example

```igata
struct Place {
  var city: String
}
```

## Fix

```igata
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-name",
      text: ##"""
A template refers to a name that the data doesn't have, neither in the current element nor in the enclosing ones.

## Example
```mustache
Dear {{nam}},
```

The data has `name`. `igata templates render --lenient` prints nothing for missing names.

## Fix
```mustache
Dear {{name}},
```

"""##
    ),
    ExplanationPage(
      id: "unknown-rule",
      text: ##"""
`igata.json` or a baseline refers to a rule that doesn't exist.

`igata lint --list-rules` lists all rules.

## Example

```json
{"lint": {"rules": {"typecase": "off"}}}
```

## Fix

```json
{"lint": {"rules": {"type-case": "off"}}}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-setting",
      text: ##"""
`igata.json` has a key that isn't a setting.

The settings are `schema` (files and folders that are read if the command line names none), `tables` (`singular`
or `plural`), and those options of `igata generate` that aren't specific to a single run: `output`, `target`,
`dialect`, `access`, `templates` and, as `schemaName`, `schema-name`. Paths are relative to the folder of
`igata.json`. `outputs` is a list of outputs with custom templates, each with `template`, `path` and `scope`.
`lint` has the settings of `igata lint`.

## Example

```json
{"output": "Sources/App/Generated", "acess": "package"}
```

## Fix

```json
{"output": "Sources/App/Generated", "access": "package"}
```

"""##
    ),
    ExplanationPage(
      id: "unknown-template",
      text: ##"""
A partial or a parent tag names a template that does not exist.

## Example
```mustache
{{>heder}}
Dear {{name}},
```

There is a template `header`.

## Fix
```mustache
{{>header}}
Dear {{name}},
```

"""##
    ),
    ExplanationPage(
      id: "unknown-type",
      text: ##"""
A type is named that neither the language has nor any file of the run declares.

All files that are given together are one namespace, in any order. If the name is right, the file that declares
it may be missing from the command line.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Persn
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
}

model Account {
  id: UUID = uuid() @primaryKey
  owner: Person
}
```

"""##
    ),
    ExplanationPage(
      id: "unnamed-fixed",
      text: ##"""
A field's type is `Fixed(scale:)` itself.

A fixed-point number is a Swift type, and needs a name: `type` gives it one.

## Example

```igata
model Offer {
  id: UUID = uuid() @primaryKey
  rate: Fixed(scale: 100)
}
```

## Fix

```igata
type Rate = Fixed(scale: 100)

model Offer {
  id: UUID = uuid() @primaryKey
  rate: Rate
}
```

"""##
    ),
    ExplanationPage(
      id: "unopened-bracket",
      text: ##"""
A bracket closes here that nothing opened.

## Example

```igata
type Email = String @length(3...254))
```

## Fix

```igata
type Email = String @length(3...254)
```

"""##
    ),
    ExplanationPage(
      id: "unopened-section",
      text: ##"""
A closing tag has no matching opening tag.

## Example
```mustache
- {{name}}
{{/items}}
```

## Fix
```mustache
{{#items}}
- {{name}}
{{/items}}
```

"""##
    ),
    ExplanationPage(
      id: "unprintable-value",
      text: ##"""
A template prints a list, or an element with names of its own, where text is required.

## Example
```mustache
{{items}}
```

In this example, `items` is a list whose elements have a `name`.

## Fix
```mustache
{{#items}}- {{name}}
{{/items}}
```

"""##
    ),
    ExplanationPage(
      id: "unrepresentable-bound",
      text: ##"""
A bound of `@range` is not a value of the type that it bounds.

A whole number has whole bounds within its own; a fixed-point number has bounds of no more decimal places than
it keeps.

## Example

```igata
type Stars = Int16 @range(1...100_000)
```

## Fix

```igata
type Stars = Int32 @range(1...100_000)
```

"""##
    ),
    ExplanationPage(
      id: "unsuitable-distribution",
      text: ##"""
A model's rows can't be spread by the field that `distribute(by:)` names.

The field's value says on which server a row lies, so every row has one, and equal values are the same. So the
field is not optional, not a wrapper, and holds one value that can be compared: no list, no struct, no `JSON`, no
`Float` or `Double`. A required relation may be it.

## Example

```igata
model Entry {
  id: UUID = uuid() @primaryKey
  region: String?
  distribute(by: region)
}
```

## Fix

```igata
model Entry {
  id: UUID = uuid() @primaryKey
  region: String
  distribute(by: region)
}
```

"""##
    ),
    ExplanationPage(
      id: "unsuitable-key",
      text: ##"""
A field is part of the primary key that can't be.

A key is there in every row, and equal keys are the same row. So a field in it is not optional, not a wrapper,
and holds one value that can be compared: no list, no struct, no `JSON`, no `Float` or `Double`. A required
relation may be part of a key; the columns of its foreign key are then columns of this one.

## Example

```igata
model Tag {
  name: String? @primaryKey
}
```

## Fix

```igata
model Tag {
  name: String @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "unterminated-comment",
      text: ##"""
A `/*` comment starts here and is not closed.

Comments nest: each `/*` inside needs a `*/` of its own.

## Example

```igata
/* Places /* and cities. */
struct Place {
  city: String
}
```

## Fix

```igata
/* Places /* and */ cities. */
struct Place {
  city: String
}
```

"""##
    ),
    ExplanationPage(
      id: "unterminated-string",
      text: ##"""
A string starts here and is not closed.

A string ends on its own line, a `"""` block at the next `"""`.

## Example

```igata
struct Place {
  city: String = "Oslo
}
```

## Fix

```igata
struct Place {
  city: String = "Oslo"
}
```

"""##
    ),
    ExplanationPage(
      id: "unused-allow",
      text: ##"""
A suppression silences nothing.

The rule finds nothing there any more, so that the exception is only in the reader's way, and would hide the next
finding.

## Example

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool = false @allow(optional-bool, "the old forms had a third box")
}
```

## Fix

```igata
model Member {
  id: UUID = uuid() @primaryKey
  hasAgreed: Bool = false
}
```

"""##
    ),
    ExplanationPage(
      id: "unused-type",
      text: ##"""
An enum, a type or a struct is used by nothing.

Code is generated for it all the same, and readers look for what it is for.

## Example

```igata
enum OldKind {
  case book
}

model Item {
  id: UUID = uuid() @primaryKey
}
```

## Fix

```igata
model Item {
  id: UUID = uuid() @primaryKey
}
```

"""##
    ),
    ExplanationPage(
      id: "updated-at",
      text: ##"""
A date of change starts as now, and nothing changes it.

`= now()` is set when the row is made. `@updatedAt` has the store set it at every save.

## Example

```igata
model Booking {
  id: UUID = uuid() @primaryKey
  updatedAt: Date = now()
}
```

## Fix

```igata
model Booking {
  id: UUID = uuid() @primaryKey
  updatedAt: Date = now() @updatedAt
}
```

"""##
    ),
    ExplanationPage(
      id: "wrapper-row",
      text: ##"""
A wrapper keeps a row where a struct would do.

The target has a table of its own for a few plain fields that nothing else refers to. A struct puts them into the
owner's row: no second row, no query for it.

## Example

```igata
model Settings {
  id: UUID = uuid() @primaryKey
  fontSize: Int = 12
}

model Person {
  id: UUID = uuid() @primaryKey
  settings: Settings = Settings()
}
```

## Fix

```igata
struct Settings {
  fontSize: Int = 12
}

model Person {
  id: UUID = uuid() @primaryKey
  settings: Settings
}
```

"""##
    ),
    ExplanationPage(
      id: "wrong-arguments",
      text: ##"""
An attribute has arguments that are not in its form.

`@column("name")`, `@table("name")`, `@joinTable("name")`, `@onDelete(cascade)`, `@inverse(field)`, `@length(3...254)`,
`@range(0..<1)`, `@pattern("regex")`, `@precision(12, 2)`, `@renamed(from: "old")`, `@deprecated("why")`,
`@allow(rule, "why")`; the others take none.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @column(label)
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @column("label")
}
```

"""##
    ),
    ExplanationPage(
      id: "wrong-attribute-place",
      text: ##"""
An attribute stands where it means nothing.

Some attributes are for models and some for fields; a struct, which has no table of its own, takes fewer than a
model.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @table("label")
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  name: String @column("label")
}
```

"""##
    ),
    ExplanationPage(
      id: "wrong-inverse",
      text: ##"""
`@inverse` names a field that does not lead back.

A list with `@inverse(field)` is what the other model's field says, read from this side: that field is a
relation to this one model. Without `@inverse` the list is a relation of its own, kept in a join table, whose name `@joinTable` says.

## Example

```igata
model Person {
  id: UUID = uuid() @primaryKey
  accounts: [Account] @inverse(name)
}

model Account {
  id: UUID = uuid() @primaryKey
  name: String
  owner: Person
}
```

## Fix

```igata
model Person {
  id: UUID = uuid() @primaryKey
  accounts: [Account] @inverse(owner)
}

model Account {
  id: UUID = uuid() @primaryKey
  name: String
  owner: Person
}
```

"""##
    ),
    ExplanationPage(
      id: "wrong-setting",
      text: ##"""
A setting of `igata.json` has an invalid value.

Most values are strings. `schema`, `target` and `dialect` may also be lists of strings, and `lint` is an object.
`schemaName` must be a valid name for a Swift type that generated code doesn't need itself. `outputs` is a list of
objects: `template` is the name of a template, `scope` is `once`, `model` or `enum`, and `path` is the path of a
file relative to the output folder, which must contain `{name}` or `{snake}` unless the scope is `once`.

## Example

```json
{"target": ["swift", "sqll"]}
```

## Fix

```json
{"target": ["swift", "sql"]}
```

"""##
    ),
  ]
}
