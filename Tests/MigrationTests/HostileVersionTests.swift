import IgataDiagnostics
import IgataEvolution
import TestSupport
import Testing

/// Versions that somebody else wrote, with right sums: what would be more than SQL reaches no program, and no statement
/// reaches another file.
struct HostileVersionTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(#"{"migrations": {"dialects": ["sqlite", "postgresql"]}}"#, to: "igata.json")
    for (name, field) in [("first", ""), ("second", "\n  note: String?")] {
      try scratch.write("model A {\n  id: Int64 @primaryKey\(field)\n}\n", to: "a.igata")
      let outcome = try run("igata migrate seal \(name)")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func run(_ command: String) throws -> Outcome {
    try Program(shell: "PATH='\(BuiltProducts.folder.path(percentEncoded: false))':$PATH; \(command)", in: scratch.folder)
      .run()
  }

  /// Adds statements to the second version, and its sum with them to the list.
  private func add(_ statements: String, to dialect: String) throws {
    let folder = "Migrations/0002-second"
    let script = try scratch.read("\(folder)/\(dialect).sql").replacing("COMMIT;", with: "\(statements)\nCOMMIT;")
    try scratch.write(script, to: "\(folder)/\(dialect).sql")
    let list = try scratch.read("Migrations/history")
    let (history, _) = readHistory(SourceFile(name: "history", text: list), file: 0)
    let sum = VersionSum(
      after: history.versions[0].sums[dialect], snapshot: SnapshotTokens(try scratch.bytes("\(folder)/schema.igata")),
      script: ScriptTokens(Array(script.utf8)))
    let old = try #require(history.versions[1].sums[dialect])
    try scratch.write(list.replacing(old.text, with: sum.text), to: "Migrations/history")
    let outcome = try run("igata migrate lint")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private static let commands: [(dialect: String, text: String)] = [
    ("sqlite", ".shell touch owned\n;"),
    ("sqlite", "SELECT 1\n/\n.shell touch owned\n;"),
    ("sqlite", "SELECT 1 AS\n go \n.shell touch owned\n;"),
    ("sqlite", "# '\n.shell touch owned\n';"),
    ("sqlite", "SELECT ['];\n.shell touch owned\n';"),
    ("sqlite", "SELECT `'`;\n.shell touch owned\n';"),
    ("sqlite", "SELECT 1 /* /* */;\n.shell touch owned\n*/ */;"),
    ("sqlite", "SELECT 1 /*/ */;\n.shell touch owned\n*/;"),
    ("sqlite", "SELECT $a$;\n.shell touch owned\n$a$;"),
    ("sqlite", "SELECT 1 -- \r'\n;\n.shell touch owned\n';"),
    ("sqlite", "SELECT [;\nSELECT '];\n.shell touch owned\n';"),
    ("postgresql", "\\! touch owned\n;"),
    ("postgresql", "SELECT 1 \\! touch owned\n;"),
    ("postgresql", "SELECT E'\\'' \\! touch owned '\n;"),
    ("postgresql", "SELECT E'a' --\n'\\'' \\! touch owned '\n;"),
    ("postgresql", "SET standard_conforming_strings = off;\nSELECT '\\'' \\! touch owned '\n;"),
    ("postgresql", "SET standard_conforming_strings = off;\nSELECT B'\\', '\\'' \\! touch owned '\n;"),
    ("postgresql", "SELECT 1$a$ ' $a$ \\! touch owned '\n;"),
    ("postgresql", "COPY a FROM STDIN;\n'\n\\.\n\\! touch owned\n';"),
  ]

  /// `sqlite3` and `psql` have commands, with which they run others.
  @Test(arguments: commands.indices) func scriptsHaveNoCommands(index: Int) throws {
    let (dialect, text) = Self.commands[index]
    try add(text, to: dialect)
    let printed = "igata migrate sql --from 1 --dialect \(dialect)"
    let outcome = try run(dialect == "sqlite" ? "\(printed) | sqlite3 a.sqlite > /dev/null; ls owned; \(printed)" : printed)
    #expect(outcome.status == 1 && outcome.output == "", "\(outcome.output)")
    let reasons = ["the versions aren't for", "its last statement has no end"]
    #expect(reasons.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
  }

  /// What is in quotes or comments is no command.
  @Test(arguments: [
    ("sqlite", "SELECT '\n.shell\n#\n' AS \"\n.b\n\", /*\n.c\n*/ 1\n/\n.5; -- \\!"),
    ("postgresql", "SELECT 'a\\b', E'\\n', $x$ \\! $x$, \"\\!\", /* \\! */ 1; -- \\!"),
  ]) func quotedCommandsStay(_ dialect: String, _ text: String) throws {
    try add(dialect == "sqlite" ? text.replacing("\n.5", with: "\n 5") : text, to: dialect)
    let outcome = try run("igata migrate sql --from 1 --dialect \(dialect)")
    #expect(outcome.status == 0 && outcome.output.contains(dialect == "sqlite" ? "\n.shell\n" : "$x$"), "\(outcome)")
  }

  /// Whoever reads the versions only reads them: they stay texts.
  @Test func scriptsStayTexts() throws {
    for (dialect, text) in Self.commands { try add(text, to: dialect) }
    let before = scratch.contents(of: "Migrations")
    let outcome = try run(
      "igata generate -o out && igata lint && igata docs -o page.html && igata schema > /dev/null && igata migrate lint")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.contents(of: "Migrations") == before && !scratch.files().contains("owned"))
    let versions = try scratch.read("out/a.migrations.igata.swift")
    #expect(versions.contains("touch owned"))
    #expect(try TargetParser.swift([scratch.read("out/a.igata.swift"), versions]) == [])
  }

  /// `migrate check` and `apply` run what the versions have, in the database alone.
  @Test(arguments: [
    "ATTACH 'owned' AS o;\nCREATE TABLE o.a (b);\nINSERT INTO o.a VALUES (1);",
    "VACUUM INTO 'owned';", "PRAGMA writable_schema = ON;\nUPDATE sqlite_schema SET sql = 'owned';",
    "PRAGMA temp_store_directory = '.';", "SELECT load_extension('owned');", "SELECT writefile('owned', 'a');",
  ]) func statementsStayInTheDatabase(_ statements: String) throws {
    try add(statements, to: "sqlite")
    for command in ["igata migrate check", "igata migrate apply a.sqlite --to 1; igata migrate apply a.sqlite"] {
      let outcome = try run(command)
      #expect(outcome.status != 0, "\(outcome)")
      #expect(["not authorized", "no such function", "VACUUM", "SQL logic error"].contains { outcome.errors.contains($0) }, "\(outcome)")
    }
    #expect(!scratch.files().contains("owned"))
  }
}
