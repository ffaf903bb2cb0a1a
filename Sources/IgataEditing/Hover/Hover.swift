public import IgataDiagnostics
public import IgataGeneration
import IgataSchema
import IgataSyntax

/// What is known about the name or the word at a location.
public struct Hover: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case code(String, language: String)
    /// Text in Markdown.
    case text(String)
    /// The name of a page of `igata explain`.
    case page(String)
  }

  /// The range of the word.
  public var range: SourceRange
  public var parts: [Part]
}

extension Snapshot {
  /// What is known about the name or the word at a location; `nil` if there is nothing.
  ///
  /// - Parameters:
  ///   - renderer: Renders the generated code of a declaration, made from ``schema``. Without it, and while the schema
  ///     has errors, there is none.
  ///   - dialects: The dialects of the `CREATE TABLE` of a model.
  public func hover(
    at location: TextLocation, renderer: DeclarationRenderer? = nil, dialects: [Dialect] = [.sqlite]
  ) -> Hover? {
    if let found = occurrence(at: location) {
      return Hover(range: found.range, parts: parts(of: found.declaration, renderer, dialects))
    }
    return tree(of: location.file).flatMap { hoveredWord(at: location, in: $0) }
  }

  /// Whether code can be generated from the schema.
  public var isGeneratable: Bool { !errors.contains { $0.severity == .error } }

  private func parts(
    of declaration: NameUse.Declaration, _ renderer: DeclarationRenderer?, _ dialects: [Dialect]
  ) -> [Hover.Part] {
    var parts: [Hover.Part] = []
    if let range = writtenRange(of: declaration) {
      parts.append(.code(text(of: range).unindented.limited(to: 20), language: "igata"))
    }
    let documentation = documentation(of: declaration)
    if !documentation.isEmpty { parts.append(.text(documentation.joined(separator: "\n"))) }
    let facts = facts(of: declaration) + [usage(of: declaration)]
    parts.append(.text(facts.map { "- \($0)" }.joined(separator: "\n")))
    guard let renderer, isGeneratable else { return parts }
    if let swift = renderer.swift(declaration) { parts.append(.code(swift.limited(to: 40), language: "swift")) }
    if case .model(let index) = declaration {
      for dialect in dialects {
        guard let sql = renderer.createTable(ofModel: index, dialect) else { continue }
        parts.append(.code(sql.limited(to: 40), language: "sql"))
      }
    }
    return parts
  }

  /// The range of the declaration in the source, without its documentation.
  private func writtenRange(of declaration: NameUse.Declaration) -> SourceRange? {
    guard let name = names(of: declaration).first, let tree = tree(of: name.file),
      let syntax = tree.declarations.first(where: { $0.range.contains(name) })
    else { return nil }
    switch declaration {
    case .model, .structure, .enumeration, .newtype: return syntax.range
    case .enumCase:
      guard case .enum(let syntax) = syntax else { return nil }
      return syntax.cases.first { $0.name.range == name }?.range
    case .field, .structField: return syntax.members.first { $0.range.contains(name) }?.range
    }
  }

  private func usage(of declaration: NameUse.Declaration) -> String {
    let uses = declared.references(to: declaration)
    let files = Set(uses.map(\.file)).count
    switch uses.count {
    case 0: return "not used"
    case 1: return "used once"
    default: return "used \(uses.count) times" + (files > 1 ? " in \(files) files" : "")
    }
  }
}

extension String {
  /// The first lines, and a line that says how many are left out.
  fileprivate func limited(to count: Int) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let ended = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    guard ended.count > count else { return ended.joined(separator: "\n") }
    return ended.prefix(count - 1).joined(separator: "\n") + "\n… \(ended.count - count + 1) more lines"
  }

  /// The text with the indentation of its last line removed from all lines.
  fileprivate var unindented: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let last = lines.last else { return self }
    let indentation = last.prefix { $0 == " " }
    return lines.map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }.joined(separator: "\n")
  }
}
