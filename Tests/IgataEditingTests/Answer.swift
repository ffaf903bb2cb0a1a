import IgataDiagnostics
import IgataGeneration
import IgataLint
import IgataSchema

@testable import IgataEditing

/// The answer to the request of a fixture, as text.
struct Answer {
  let fixture: Fixture
  let snapshot: Snapshot

  init(_ fixture: Fixture) {
    self.fixture = fixture
    snapshot = Snapshot(fixture.files)
  }

  private var location: TextLocation { TextLocation(file: 0, offset: fixture.marks.first ?? 0) }

  private var selection: SourceRange {
    let first = fixture.marks.first ?? 0
    return SourceRange(file: 0, start: first, end: fixture.marks.dropFirst().first ?? first)
  }

  private var arguments: ArraySlice<String> { fixture.request.dropFirst() }

  private var findings: [Diagnostic] {
    let rules = arguments.filter { $0.hasPrefix("rule:") }.map { String($0.dropFirst(5)) }
    let settings = LintSettings(preset: .strict).only(Set(rules))
    return (snapshot.errors + snapshot.findings(settings).findings).sortedInSourceOrder()
  }

  /// `recorded:Account.note,Person`: the models, and the fields or cases.
  private var recorded: RecordedNames? {
    guard let list = arguments.first(where: { $0.hasPrefix("recorded:") })?.dropFirst(9) else { return nil }
    var names = RecordedNames()
    for name in list.split(separator: ",") {
      let parts = name.split(separator: ".").map { String($0) }
      guard parts.count == 2 else {
        names.models.insert(parts[0])
        continue
      }
      names.fields[parts[0], default: []].insert(parts[1])
      names.cases[parts[0], default: []].insert(parts[1])
    }
    return names
  }

  var lines: [String] {
    switch fixture.request.first {
    case "completion": completion
    case "signature": signature
    case "definition": ranges(snapshot.definitions(at: location))
    case "typeDefinition": ranges(snapshot.typeDefinitions(at: location))
    case "references":
      ranges(snapshot.references(at: location, includingDeclaration: !arguments.contains("uses")))
    case "highlights":
      snapshot.highlights(at: location).map { "\(position(of: $0.range)) \($0.isDeclaration ? "write" : "read")" }
    case "symbols": snapshot.symbols(ofFile: 0).flatMap { outline($0, 0) }
    case "find":
      snapshot.symbols(matching: arguments.first ?? "").map { symbol in
        "\(position(of: symbol.range)) \(symbol.kind) \(symbol.name)"
          + (symbol.container.map { " in \($0)" } ?? "") + (symbol.isDeprecated ? " deprecated" : "")
      }
    case "tokens": snapshot.semanticTokens(ofFile: 0).map { "\(position(of: $0.range)) \(describe($0))" }
    case "folding": snapshot.foldingRanges(ofFile: 0).map { "\(position(of: $0.range)) \($0.kind)" }
    case "selection": snapshot.selectionRanges(at: location).map { position(of: $0) + " " + quoted($0) }
    case "format": edited(snapshot.formattingEdits(file: 0))
    case "formatRange": edited(snapshot.formattingEdits(in: selection))
    case "formatTyping": edited(snapshot.formattingEdits(afterTypingAt: location))
    case "hints":
      snapshot.inlayHints(in: SourceRange(file: 0, start: 0, end: fixture.files[0].bytes.count)).map { hint in
        "\(position(of: SourceRange(file: 0, start: hint.location.offset, end: hint.location.offset))) \(hint.text)"
      }
    case "hover": hover
    case "prepareRename": snapshot.prepareRename(at: location).map { [position(of: $0) + " " + quoted($0)] } ?? ["none"]
    case "rename": rename
    case "actions": actions
    case "fixAll": fixAll
    default: ["unknown request"]
    }
  }

  // MARK: Text

  private func position(of range: SourceRange) -> String {
    let start = snapshot.files[range.file].position(at: range.start)
    let end = snapshot.files[range.file].position(at: range.end)
    let file = range.file == 0 ? "" : "\(snapshot.files[range.file].name):"
    return "\(file)\(start.line):\(start.column)-\(end.line == start.line ? "" : "\(end.line):")\(end.column)"
  }

  private func quoted(_ range: SourceRange) -> String {
    snapshot.text(of: range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func ranges(_ ranges: [SourceRange]) -> [String] {
    ranges.isEmpty ? ["none"] : ranges.map { position(of: $0) + " " + quoted($0) }
  }

  private func outline(_ symbol: DocumentSymbol, _ depth: Int) -> [String] {
    let detail = symbol.detail.map { ": \($0)" } ?? ""
    let line = String(repeating: "  ", count: depth) + "\(symbol.kind) \(symbol.name)\(detail)"
    let deprecated = symbol.isDeprecated ? " deprecated" : ""
    return ["\(line) \(position(of: symbol.range)) \(position(of: symbol.nameRange))\(deprecated)"]
      + symbol.children.flatMap { outline($0, depth + 1) }
  }

  private func describe(_ token: SemanticToken) -> String {
    let modifiers = SemanticToken.Modifiers.names.enumerated().filter { bit, _ in
      token.modifiers.contains(.init(rawValue: 1 << bit))
    }
    return ([token.kind.name] + modifiers.map(\.element) + [quoted(token.range)]).joined(separator: " ")
  }

  /// The edits, and the text after them.
  private func edited(_ edits: [Diagnostic.Fix.Edit]) -> [String] {
    guard !edits.isEmpty else { return ["none"] }
    let lines = edits.map { "\(position(of: $0.range)) → \(literal($0.replacement))" }
    let files = applied(edits, to: snapshot.files)
    let changed = Set(edits.map(\.range.file)).sorted().flatMap { file in
      (file == 0 ? [] : ["-- \(files[file].name)"])
        + String(decoding: files[file].bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map { "| \($0)" }
    }
    return lines + changed
  }

  private func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"") + "\""
  }

  // MARK: Requests

  private var completion: [String] {
    let items = snapshot.completions(at: location, recorded: recorded, findings: findings)
    let limit = arguments.first.flatMap { Int($0) } ?? items.count
    return (items.first.map { [position(of: $0.range)] } ?? ["none"])
      + items.prefix(limit).map { item in
        var parts = ["\(item.kind) \(item.label)"]
        if item.text != item.label { parts.append("→ \(literal(item.text))") }
        if let snippet = item.snippet { parts.append("⇒ \(literal(snippet))") }
        if let detail = item.detail { parts.append("– \(detail)") }
        if let documentation = item.documentation { parts.append("– \(literal(documentation))") }
        if item.isDeprecated { parts.append("deprecated") }
        return parts.joined(separator: " ")
      }
  }

  private var signature: [String] {
    guard let help = snapshot.signatureHelp(at: location) else { return ["none"] }
    let bytes = Array(help.label.utf8)
    let parameters = help.parameters.enumerated().map { index, range in
      "\(index == help.activeParameter ? "▸" : " ") " + String(decoding: bytes[range], as: UTF8.self)
    }
    return [help.label] + parameters + (help.documentation.map { [$0] } ?? [])
  }

  private var hover: [String] {
    let templates = DeclarationTemplates(custom: [])
    let renderer = templates.map { DeclarationRenderer(snapshot.schema, access: .internal, templates: $0) }
    let isGenerated = arguments.contains("generated")
    guard let hover = snapshot.hover(at: location, renderer: isGenerated ? renderer : nil) else { return ["none"] }
    return [position(of: hover.range)]
      + hover.parts.flatMap { part in
        switch part {
        case .code(let text, let language): ["```\(language)"] + lines(text) + ["```"]
        case .text(let text): lines(text)
        case .page(let id): ["page \(id)"]
        }
      }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  private var rename: [String] {
    let stored: StoredName = arguments.contains("keep") ? .keep : .follow(recorded: recorded)
    do throws(RenameError) {
      let rename = try snapshot.rename(at: location, to: arguments.first ?? "", stored: stored)
      let sql = rename.sqlEdits.map { "SQL \(position(of: $0.range)) → \(literal($0.replacement))" }
      return edited(rename.edits) + sql + [rename.message]
    } catch {
      return ["refused: \(error.message)"]
    }
  }

  /// The titles of all actions, or the edits of those whose titles contain the words.
  private var actions: [String] {
    let words = arguments.filter { !$0.hasPrefix("rule:") }.joined(separator: " ")
    return snapshot.codeActions(in: selection, findings: findings).flatMap { action -> [String] in
      let title = "\(action.kind.rawValue) \(action.title)\(action.isPreferred ? " (preferred)" : "")"
      guard !words.isEmpty else { return [title] }
      guard action.title.contains(words) else { return [] }
      guard case .edits(let edits) = action.effect else { return [title, "\(action.effect)"] }
      let errors = Snapshot(applied(edits, to: snapshot.files)).errors.map { "error: \($0.message)" }
      return [title] + edited(edits) + errors
    }
  }

  private var fixAll: [String] {
    let rules = arguments.filter { $0.hasPrefix("rule:") }.map { String($0.dropFirst(5)) }
    return edited(snapshot.fixAllEdits(LintSettings(preset: .strict).only(Set(rules))).filter { $0.range.file == 0 })
  }
}

/// The files after edits.
func applied(_ edits: [Diagnostic.Fix.Edit], to files: [SourceFile]) -> [SourceFile] {
  var bytes = files.map(\.bytes)
  for edit in edits.sorted(by: { ($0.range.start, $0.range.end) > ($1.range.start, $1.range.end) }) {
    bytes[edit.range.file].replaceSubrange(edit.range.start..<edit.range.end, with: Array(edit.replacement.utf8))
  }
  return zip(files, bytes).map { SourceFile(name: $0.name, bytes: $1) }
}
