import Foundation
import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

@testable import IgataEditing

/// All requests at random offsets of the fixtures, as they are and mutated.
///
/// Nothing crashes, every range lies in its file, and what is promised about a result is true. A failure names the
/// seed.
struct PropertyTests {
  private static let folders = [
    "IgataEditingTests/Fixtures", "IgataSchemaTests/Fixtures", "IgataSyntaxTests/Fixtures/Errors", "IgataLintTests/Fixtures",
  ]

  private static let texts: [[UInt8]] = {
    let tests = Golden.repository.appendingPathComponent("Tests")
    let files = folders.flatMap { folder in
      (try? Golden.files(in: tests.appendingPathComponent(folder), ending: ".igata")) ?? []
    }
    return files.compactMap { try? Array(Data(contentsOf: $0)) }.filter { $0.count < 6_000 }
  }()

  @Test func requestsAreTotal() throws {
    try #require(Self.texts.count > 50)
    for round in 0..<FuzzingBudget.rounds(50) {
      var random = SplitMix64("editing", round: round)
      var text = Self.texts.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&text, &random) }
      let other = Self.texts.randomElement(using: &random) ?? []
      let files = [SourceFile(name: "b.igata", bytes: text), SourceFile(name: "a.igata", bytes: other)]
      let snapshot = Snapshot(files, isComplete: Bool.random(using: &random))
      for _ in 0..<4 {
        let location = TextLocation(file: 0, offset: Int.random(in: -1...text.count + 1, using: &random))
        let problems = Requests(snapshot).problems(at: location)
        let name = "seed \(FuzzingBudget.seed), round \(round), offset \(location.offset)"
        #expect(problems.isEmpty, "\(name): \(problems.prefix(3))")
      }
    }
  }

  /// A snapshot that takes over unchanged trees is the same as a new one.
  @Test func editsAreSeen() {
    var random = SplitMix64(seed: FuzzingBudget.seed)
    var files = (0..<4).map { SourceFile(name: "\($0).igata", bytes: Self.texts[$0 * 7]) }
    var snapshot = Snapshot(files)
    for _ in 0..<20 {
      let index = Int.random(in: 0..<4, using: &random)
      var text = files[index].bytes
      mutate(&text, &random)
      files[index] = SourceFile(name: files[index].name, bytes: text)
      snapshot = Snapshot(files, previous: snapshot)
      let fresh = Snapshot(files)
      #expect(snapshot.errors == fresh.errors && snapshot.occurrences == fresh.occurrences)
    }
  }

  /// Renaming there and back gives the same text, except for `@renamed`, which renaming back removes.
  @Test func renamingIsReversible() throws {
    var random = SplitMix64("renaming", round: 0)
    var count = 0
    for text in Self.texts {
      let snapshot = Snapshot([SourceFile(name: "a.igata", bytes: text)])
      guard snapshot.isGeneratable, !snapshot.files[0].text(0, text.count).contains("@renamed") else { continue }
      let names = snapshot.occurrences[0].filter { name in
        // A case of an enum over strings gets its raw value.
        if case .enumCase = name.declaration { false } else { name.role == .declaration }
      }
      for name in names.shuffled(using: &random).prefix(FuzzingBudget.rounds(1)) {
        let location = TextLocation(file: 0, offset: name.range.start)
        let nothing = StoredName.follow(recorded: RecordedNames())
        guard let rename = try? snapshot.rename(at: location, to: "zzRenamed", stored: nothing) else { continue }
        let renamed = Snapshot(applied(rename.edits, to: snapshot.files))
        #expect(renamed.isGeneratable && !rename.edits.isEmpty)
        let old = snapshot.schema.name(of: name.declaration)
        let before = rename.edits.filter { $0.range.end <= location.offset }
        let shift = before.reduce(0) { $0 + $1.replacement.utf8.count - ($1.range.end - $1.range.start) }
        let moved = TextLocation(file: 0, offset: location.offset + shift)
        let back = try renamed.rename(at: moved, to: old, stored: nothing)
        let result = applied(back.edits, to: renamed.files)[0].bytes
        #expect(plain(result) == plain(text), "\(old)")
        count += 1
      }
    }
    #expect(count > 50)
  }

  private func plain(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != UInt8(ascii: "`") } }

  private func mutate(_ text: inout [UInt8], _ random: inout SplitMix64) {
    let pieces = ["{", "}", "(", ")", "[", "]", ":", "=", "@", ".", "\"", "\n", "/*", "///", "model ", "口", "?", ","]
    let start = Int.random(in: 0...text.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text.removeSubrange(start..<min(text.count, start + Int.random(in: 1...8, using: &random)))
    case 1: text.insert(contentsOf: pieces.randomElement(using: &random)?.utf8.map { $0 } ?? [], at: start)
    case 2: text.removeSubrange(start...)
    default:
      let end = min(text.count, start + Int.random(in: 1...40, using: &random))
      text.insert(contentsOf: Array(text[start..<end]), at: Int.random(in: 0...text.count, using: &random))
    }
  }
}

/// All requests at a location, and what is wrong with their results.
private struct Requests {
  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  func problems(at location: TextLocation) -> [String] {
    let line = SourceRange(file: 0, start: max(0, location.offset), end: max(0, location.offset) + 30)
    return navigation(at: location) + typing(at: location) + outline + layout(line) + rename(at: location)
      + actions(in: line)
  }

  private func check(_ name: String, _ ranges: [SourceRange]) -> [String] {
    ranges.filter { !isInFile($0) }.map { "\(name): \($0.file):\($0.start)..<\($0.end)" }
  }

  private func isInFile(_ range: SourceRange) -> Bool {
    guard snapshot.files.indices.contains(range.file), 0 <= range.start, range.start <= range.end else { return false }
    return range.end <= snapshot.files[range.file].bytes.count
  }

  /// Sorted edits that don't overlap.
  private func check(_ name: String, edits: [Diagnostic.Fix.Edit]) -> [String] {
    let overlap = zip(edits, edits.dropFirst()).contains {
      $0.range.file == $1.range.file && ($0.range.end > $1.range.start || $0.range == $1.range)
    }
    return check(name, edits.map(\.range)) + (overlap ? ["\(name): edits overlap"] : [])
  }

  private func navigation(at location: TextLocation) -> [String] {
    let selections = snapshot.selectionRanges(at: location)
    let isNested = zip(selections, selections.dropFirst()).allSatisfy { $1.contains($0) && $0 != $1 }
    return check("definition", snapshot.definitions(at: location))
      + check("type", snapshot.typeDefinitions(at: location))
      + check("references", snapshot.references(at: location, includingDeclaration: true))
      + check("highlights", snapshot.highlights(at: location).map(\.range))
      + check("selection", selections) + (isNested ? [] : ["selection isn't nested"])
      + check("hover", snapshot.hover(at: location).map { [$0.range] } ?? [])
  }

  private func typing(at location: TextLocation) -> [String] {
    let items = snapshot.completions(at: location, recorded: RecordedNames(snapshot.schema))
    let length = snapshot.files[0].bytes.count
    let isHere = items.allSatisfy { $0.range.contains(max(0, min(location.offset, length))) }
    let help = snapshot.signatureHelp(at: location)
    let isInLabel = help?.parameters.allSatisfy { $0.upperBound <= help?.label.utf8.count ?? 0 } ?? true
    return check("completion", items.map(\.range)) + (isHere ? [] : ["completion elsewhere"])
      + (isInLabel ? [] : ["parameter outside of the label"])
      + check("typing", edits: snapshot.formattingEdits(afterTypingAt: location))
  }

  private var outline: [String] {
    func problems(_ symbol: DocumentSymbol) -> [String] {
      (symbol.range.contains(symbol.nameRange) ? [] : ["name of \(symbol.name) outside"])
        + check("symbol", [symbol.range]) + symbol.children.flatMap(problems)
        + (symbol.children.allSatisfy { symbol.range.contains($0.range) } ? [] : ["child of \(symbol.name) outside"])
    }
    let tokens = snapshot.semanticTokens(ofFile: 0)
    let isOrdered = zip(tokens, tokens.dropFirst()).allSatisfy { $0.range.end <= $1.range.start }
    let whole = SourceRange(file: 0, start: 0, end: snapshot.files[0].bytes.count)
    return snapshot.symbols(ofFile: 0).flatMap(problems) + check("tokens", tokens.map(\.range))
      + (isOrdered ? [] : ["tokens overlap"]) + check("folding", snapshot.foldingRanges(ofFile: 0).map(\.range))
      + check("find", snapshot.symbols(matching: "a").map(\.range))
      + check("hints", snapshot.inlayHints(in: whole).map { hint in
        SourceRange(file: hint.location.file, start: hint.location.offset, end: hint.location.offset)
      })
  }

  private func layout(_ range: SourceRange) -> [String] {
    let edits = snapshot.formattingEdits(file: 0)
    var problems = check("format", edits: edits) + check("range", edits: snapshot.formattingEdits(in: range))
    guard snapshot.sources.syntaxErrors[0].allSatisfy({ $0.severity != .error }) else {
      return problems + (edits.isEmpty ? [] : ["formatted despite errors of syntax"])
    }
    let text = applied(edits, to: snapshot.files)[0].bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let plain = text.starts(with: mark) ? Array(text.dropFirst(3)) : text
    if plain != Array(format(snapshot.trees[0]).utf8) { problems.append("formatted otherwise") }
    return problems
  }

  private func rename(at location: TextLocation) -> [String] {
    guard snapshot.prepareRename(at: location) != nil,
      let rename = try? snapshot.rename(at: location, to: "zzRenamed", stored: .keep)
    else { return [] }
    return check("rename", edits: rename.edits) + check("SQL", edits: rename.sqlEdits)
  }

  private func actions(in range: SourceRange) -> [String] {
    let findings = snapshot.errors + snapshot.findings(LintSettings(preset: .strict)).findings
    return snapshot.codeActions(in: range, findings: findings).flatMap { action -> [String] in
      guard case .edits(let edits) = action.effect else { return [] }
      return check(action.title, edits: edits)
    }
  }
}
