public import IgataDiagnostics
import IgataSchema
import IgataSyntax

/// A token with the class that its meaning gives it.
public struct SemanticToken: Hashable, Sendable {
  /// The raw values are those of the protocol's legend, which lists the cases.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    case keyword, `class`, `struct`, `enum`, enumMember, type, property, decorator, parameter, function, string, number
    case comment, `operator`

    /// The name in the protocol.
    public var name: String { String(describing: self) }
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let declaration = Modifiers(rawValue: 1)
    public static let readonly = Modifiers(rawValue: 2)
    public static let deprecated = Modifiers(rawValue: 4)
    public static let documentation = Modifiers(rawValue: 8)
    public static let defaultLibrary = Modifiers(rawValue: 16)

    /// The names of the modifiers, in the order of their bits.
    public static let names = ["declaration", "readonly", "deprecated", "documentation", "defaultLibrary"]
  }

  /// May contain line feeds, in a comment or a string.
  public var range: SourceRange
  public var kind: Kind
  public var modifiers: Modifiers
}

extension Snapshot {
  /// The tokens of a file that aren't white space or brackets, in order.
  public func semanticTokens(ofFile file: Int) -> [SemanticToken] {
    guard let tree = tree(of: file) else { return [] }
    return semanticTokens(in: SourceRange(file: file, start: 0, end: tree.source.bytes.count))
  }

  /// The tokens that touch a range.
  public func semanticTokens(in range: SourceRange) -> [SemanticToken] {
    guard let tree = tree(of: range.file) else { return [] }
    let roles = SyntacticRoles(tree, in: range)
    let facts = FieldFacts(self)
    let names = occurrences[range.file]
    var next = names.partitionIndex { $0.range.end >= range.start }
    var result: [SemanticToken] = []
    for token in tree.tokens[tree.tokens.partitionIndex(where: { $0.end >= range.start })...] {
      guard token.start <= range.end else { break }
      while next < names.count, names[next].range.start < token.start { next += 1 }
      let isUse = next < names.count && names[next].range.start == token.start && token.kind.isName
      let meaning = isUse ? facts.meaning(of: names[next]) : meaning(of: token, in: tree, roles)
      guard let (kind, modifiers) = meaning else { continue }
      let range = SourceRange(file: range.file, start: token.start, end: token.end)
      result.append(SemanticToken(range: range, kind: kind, modifiers: modifiers))
    }
    return result
  }

  private func meaning(
    of token: Token, in tree: SyntaxTree, _ roles: SyntacticRoles
  ) -> (SemanticToken.Kind, SemanticToken.Modifiers)? {
    switch token.kind {
    // A hyphen in the name of a rule.
    case .minus where roles.kinds[token.start] != nil: return (.enumMember, [])
    case .lineComment, .blockComment: return (.comment, [])
    case .documentation: return (.comment, .documentation)
    case .string, .multilineString: return (.string, [])
    case .integer, .decimal: return (.number, [])
    case .equal, .question, .minus, .closedRange, .halfOpenRange, .exclamation, .operation: return (.operator, [])
    case .at: return (.decorator, [])
    case .identifier, .quotedIdentifier:
      if let kind = roles.kinds[token.start] {
        return (kind, roles.isBuiltIn.contains(token.start) ? .defaultLibrary : [])
      }
      return LiteralKeyword(rawValue: tree.text(of: token)) == nil ? nil : (.keyword, [])
    case .byteOrderMark, .whitespace, .newline, .leftBrace, .rightBrace, .leftParenthesis, .rightParenthesis,
      .leftBracket, .rightBracket, .colon, .comma, .dot, .unknown, .end:
      return nil
    }
  }
}

/// What the fields that are named in a file are, found once for each owner.
private final class FieldFacts {
  private let snapshot: Snapshot
  private var modifiers: [NameUse.Declaration: [String: SemanticToken.Modifiers]] = [:]

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  func meaning(of occurrence: NameUse) -> (SemanticToken.Kind, SemanticToken.Modifiers) {
    let declaration = occurrence.declaration
    let own: SemanticToken.Modifiers = occurrence.role == .declaration ? .declaration : []
    let kind: SemanticToken.Kind =
      switch declaration {
      case .model: .class
      case .structure: .struct
      case .enumeration: .enum
      case .newtype: .type
      case .enumCase: .enumMember
      case .field, .structField: .property
      }
    if let owner = snapshot.container(of: declaration), kind == .property {
      return (kind, own.union(fields(of: owner)[snapshot.schema.name(of: declaration)] ?? []))
    }
    return (kind, snapshot.isDeprecated(declaration) ? own.union(.deprecated) : own)
  }

  private func fields(of owner: NameUse.Declaration) -> [String: SemanticToken.Modifiers] {
    if let known = modifiers[owner] { return known }
    var found: [String: SemanticToken.Modifiers] = [:]
    for field in snapshot.fields(of: owner) {
      var flags: SemanticToken.Modifiers = field.field.isConstant ? .readonly : []
      if field.field.deprecation != nil { flags.insert(.deprecated) }
      if !flags.isEmpty { found[field.name] = flags }
    }
    modifiers[owner] = found
    return found
  }
}
