import Testing

/// The elements of a list are changed as single values are.
@Test(arguments: [
  RowCase(
    title: "raw values of a list's elements change",
    old: "enum E: String { case a, b, c }\nmodel M { id: Int64 @primaryKey\n all: [E] }",
    new: "enum E: String { case a = \"x\"\n case b = \"a\"\n case c }\nmodel M { id: Int64 @primaryKey\n all: [E] }",
    insert: #"INSERT INTO m VALUES (1, '["b","a","c","a"]'), (2, '[]')"#,
    select: "SELECT * FROM m ORDER BY id", rows: [["1", #"["a","x","c","x"]"#], ["2", "[]"]]),
  RowCase(
    title: "numbers of a list's elements change",
    old: "enum E: Int32 { case a = 1\n case b = 2 }\nmodel M { id: Int64 @primaryKey\n all: [E] }",
    new: "enum E: Int32 { case a = 2\n case b = 3 }\nmodel M { id: Int64 @primaryKey\n all: [E] }",
    insert: "INSERT INTO m VALUES (1, '[2,1]'), (2, '[]')",
    select: "SELECT * FROM m ORDER BY id", rows: [["1", "[3,2]"], ["2", "[]"]]),
  RowCase(
    title: "a list with a case that is gone gets the backfill",
    old: "enum E: String { case a, b }\nmodel M { id: Int64 @primaryKey\n all: [E] }",
    new: "enum E: String { case a\n reserved b }\nmodel M { id: Int64 @primaryKey\n all: [E] @backfill([]) }",
    insert: #"INSERT INTO m VALUES (1, '["a"]'), (2, '["a","b"]')"#,
    select: "SELECT * FROM m ORDER BY id", rows: [["1", #"["a"]"#], ["2", "[]"]]),
  RowCase(
    title: "a list becomes its only element, whose raw value changes",
    old: "enum E: String { case a, b }\nmodel M { id: Int64 @primaryKey\n all: [E] }",
    new: """
      enum E: String { case a = "x"
       case b }
      model M { id: Int64 @primaryKey
       all: E @backfill(.b) }
      """,
    insert: #"INSERT INTO m VALUES (1, '["a"]'), (2, '["a","b"]')"#,
    select: "SELECT * FROM m ORDER BY id", rows: [["1", "x"], ["2", "b"]]),
])
func listsOfEnums(_ row: RowCase) throws { try row.check() }
