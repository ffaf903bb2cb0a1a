import IgataDiagnostics
import IgataEvolution
import IgataSyntax
import Testing

struct HistoryTests {
  private let sum = String(repeating: "ab", count: 32)

  private func read(_ text: String) -> (history: History, ids: [String]) {
    let (history, diagnostics) = readHistory(SourceFile(name: "history", text: text), file: 0)
    return (history, diagnostics.map(\.kind.id))
  }

  @Test func aListIsReadAsItIsWritten() {
    let text = "# A comment.\n1 first 1 sqlite:\(sum)\n\n2 notes-2 1 postgresql:\(sum) sqlite:\(sum)\r\n"
    let (history, ids) = read(text)
    #expect(ids == [])
    #expect(history.versions.map(\.folder) == ["0001-first", "0002-notes-2"])
    #expect(history.versions.map(\.compatibleFrom) == [1, 1])
    #expect(read(history.text).history.text == history.text)
  }

  @Test(arguments: [
    ("1 first 1", "malformed-history"), ("1 First 1 sqlite:SUM", "malformed-history"),
    ("0 first 1 sqlite:SUM", "malformed-history"), ("1 first 2 sqlite:SUM", "malformed-history"),
    ("1 first 1 sqlite:12", "malformed-history"), ("1 first 1 ../../../x:SUM", "malformed-history"),
    ("2 first 1 sqlite:SUM", "malformed-history"),
    ("1 a 1 sqlite:SUM\n1 b 1 sqlite:SUM", "two-versions"), ("1 a 1 sqlite:SUM\n3 b 1 sqlite:SUM", "malformed-history"),
  ])
  func wrongLists(_ text: String, _ id: String) {
    #expect(read(text.replacing("SUM", with: sum)).ids == [id])
  }

  @Test func aListMustBeginWithTheBase() {
    let base = read("1 a 1 sqlite:\(sum)\n2 b 2 sqlite:\(sum)").history
    #expect(base.differences(from: base) == [])
    #expect(base.differences(from: read("1 a 1 sqlite:\(sum)").history) == [])
    #expect(read("1 a 1 sqlite:\(sum)").history.differences(from: base).map(\.kind.id) == ["malformed-history"])
    let other = read("1 a 1 sqlite:\(sum)\n2 b 1 sqlite:\(sum)").history
    #expect(other.differences(from: base).map(\.kind.id) == ["changed-version"])
  }

  /// The examples of FIPS 180-4: an empty script is not hashed alone, so they are reached through the tokens of a script.
  @Test func layoutIsNoPartOfASum() {
    func sum(_ snapshot: String, _ script: String) -> VersionSum {
      VersionSum(after: nil, snapshot: SnapshotTokens(Array(snapshot.utf8)), script: ScriptTokens(Array(script.utf8)))
    }
    let plain = sum("model A {\n  id: Int\n}\n", "SELECT 'a--b' FROM \"x\";\n")
    #expect(plain == sum("// A license.\r\nmodel A { id : Int }", "/* a /* b */ */ SELECT\r\n'a--b'   FROM \"x\" ; -- end"))
    #expect(plain != sum("model A {\n  id: Int\n}\n", "SELECT 'a --b' FROM \"x\";\n"))
    #expect(plain != sum("model A {\n  /// Documented.\n  id: Int\n}\n", "SELECT 'a--b' FROM \"x\";\n"))
    #expect(plain != sum("model A {\n  id: Int\n}\n", "-- igata: alone\nSELECT 'a--b' FROM \"x\";\n"))
    let tokens = SnapshotTokens(Array("model A {\n  id: Int\n}\n".utf8))
    let empty = ScriptTokens([])
    #expect(
      VersionSum(after: nil, snapshot: tokens, script: empty) != VersionSum(after: plain, snapshot: tokens, script: empty))
  }

  /// A license header and other line ends change neither the sum of a script nor the statements that a program runs,
  /// whatever is in quotes.
  @Test(arguments: scriptDialects) func aHeaderIsNoStatement(_ dialect: String) throws {
    let old = "model A { id: Int64 = autoincrement() @primaryKey }"
    let new = """
      /// One
      /// two
      model A {
        /// Three
        /// four
        id: UUID = uuid() @primaryKey
        n: String = "a\\nb"
      }
      """
    let text = script(of: Step(old, new).evolution, in: dialect).text
    let headers = [
      "-- License\n", "/* A license.\n * /* Of several lines. */\n", "\u{FEFF}", "\n\u{C}\n", "-- a\r\n/* b */\r\n",
    ]
    let plain = ScriptTokens(Array(text.utf8))
    func sum(_ script: ScriptTokens) -> VersionSum {
      VersionSum(after: nil, snapshot: SnapshotTokens([]), script: script)
    }
    let lines = [text, "-- a\n\(text)"].map { $0.replacing("\n", with: "\r\n") }
    for changed in headers.map({ $0 + text }) + lines {
      let tokens = ScriptTokens(Array(changed.utf8))
      #expect(sum(tokens) == sum(plain), "\(changed.prefix(40))")
      switch (VersionScript(reading: tokens, in: dialect), VersionScript(reading: plain, in: dialect)) {
      case (.sqlite(let left)?, .sqlite(let right)?): #expect(left == right, "\(changed.prefix(40))")
      case (.postgresql(let left)?, .postgresql(let right)?):
        let statements = [left, right].map { script in
          script.transaction.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }
        #expect(statements[0] == statements[1], "\(changed.prefix(40))")
      default: Issue.record("the script can't be read: \(changed.prefix(40))")
      }
    }
  }

  /// No quote or comment without an end has every script read again.
  @Test(.timeLimit(.minutes(1)), arguments: [
    (0..<40_000).map { "$a\($0)$ " }.joined() + ";", String(repeating: "/*/**/ ", count: 60_000),
  ]) func scriptsAreReadOnce(_ script: String) {
    for dialect in scriptDialects {
      #expect(VersionScript(reading: ScriptTokens(Array(script.utf8)), in: dialect) != nil)
    }
  }

  /// A text with a backslash hides no statement that follows it, and a statement without an end is no part of a script.
  @Test func statementsAreNeverLost() {
    let statements = [#"INSERT INTO a VALUES (E'it\'s'), (e'\\');"#, #"INSERT INTO a VALUES ('\');"#, "DELETE FROM a;"]
    let script = VersionScript(reading: ScriptTokens(Array(statements.joined().utf8)), in: "postgresql")
    guard case .postgresql(let read)? = script else {
      Issue.record("the script can't be read")
      return
    }
    #expect(read.transaction == statements)
    for dialect in scriptDialects {
      #expect(VersionScript(reading: ScriptTokens(Array("DELETE FROM a;\nDELETE FROM b".utf8)), in: dialect) == nil)
    }
  }

  @Test func sealingTakesDeclarationsOut() {
    let text = """
      enum Kind: String @backfill(.a) {
        case a @renamed(from: "b")
      }

      model Account @renamed(from: "Konto") @table("a") {
        id: UUID = uuid() @primaryKey
        note: String = "" @renamed(from: "comment") @length(...5) @backfill(truncated)   // kept
        short: String @length(1...200)
          @backfill(sql: "substr({name}, 1, 5)") @allow(may-stop, "names are long")
        long: String
          @backfill("") \("\r")
          @renamed(from: "tall")
      }

      """
    let (trees, _) = parse([SourceFile(name: "a.igata", text: text)])
    #expect(
      String(decoding: withoutStepDeclarations(trees[0]), as: UTF8.self) == """
        enum Kind: String {
          case a
        }

        model Account @table("a") {
          id: UUID = uuid() @primaryKey
          note: String = "" @length(...5)   // kept
          short: String @length(1...200)
            @allow(may-stop, "names are long")
          long: String
        }

        """)
  }
}
