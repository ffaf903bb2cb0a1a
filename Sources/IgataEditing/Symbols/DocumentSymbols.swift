public import IgataDiagnostics
import IgataSyntax

/// A declaration or a member in the outline of a file.
public struct DocumentSymbol: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case model, structure, newtype, enumeration, enumCase, field
    /// `primaryKey(…)` and `unique(…)`
    case key
    case index, check
  }

  public var name: String
  public var kind: Kind
  /// The type of a field, the base of a type, the raw value of a case.
  public var detail: String?
  public var isDeprecated: Bool
  /// The whole declaration with its documentation.
  public var range: SourceRange
  /// The name.
  public var nameRange: SourceRange
  public var children: [DocumentSymbol]
}

extension Snapshot {
  /// The outline of a file.
  public func symbols(ofFile file: Int) -> [DocumentSymbol] {
    guard let tree = tree(of: file) else { return [] }
    return tree.declarations.compactMap { declaration in
      guard let name = declaration.name else { return nil }
      return DocumentSymbol(
        name: name.text, kind: declaration.symbolKind, detail: detail(of: declaration),
        isDeprecated: declaration.attributes.has("deprecated"), range: declaration.wholeRange, nameRange: name.range,
        children: children(of: declaration))
    }
  }

  private func detail(of declaration: DeclarationSyntax) -> String? {
    switch declaration {
    case .enum(let syntax): syntax.rawType.map { text(of: $0.range) }
    case .type(let syntax): syntax.base.map { text(of: $0.range) }
    case .struct, .model, .reserved: nil
    }
  }

  private func children(of declaration: DeclarationSyntax) -> [DocumentSymbol] {
    switch declaration {
    case .enum(let syntax): syntax.cases.map(symbol)
    case .struct(let syntax), .model(let syntax): syntax.members.compactMap(symbol)
    case .type, .reserved: []
    }
  }

  private func symbol(_ item: EnumSyntax.Case) -> DocumentSymbol {
    DocumentSymbol(
      name: item.name.text, kind: .enumCase, detail: item.rawValue.map { text(of: $0.range) },
      isDeprecated: item.attributes.has("deprecated"), range: item.range.including(item.documentation),
      nameRange: item.name.range, children: [])
  }

  private func symbol(_ member: MemberSyntax) -> DocumentSymbol? {
    switch member {
    case .field(let field):
      DocumentSymbol(
        name: field.name.text, kind: .field, detail: field.type.map { text(of: $0.range) },
        isDeprecated: field.attributes.has("deprecated"), range: member.wholeRange, nameRange: field.name.range,
        children: [])
    case .constraint(let constraint):
      DocumentSymbol(
        name: text(of: constraint.range).oneLine, kind: constraint.kind.symbolKind, detail: nil, isDeprecated: false,
        range: constraint.range, nameRange: constraint.keyword, children: [])
    case .reserved, .distribution: nil
    }
  }
}

extension DeclarationSyntax {
  fileprivate var symbolKind: DocumentSymbol.Kind {
    switch self {
    case .enum: .enumeration
    case .type: .newtype
    case .struct: .structure
    case .model, .reserved: .model
    }
  }
}

extension ConstraintSyntax.Kind {
  fileprivate var symbolKind: DocumentSymbol.Kind {
    switch self {
    case .primaryKey, .unique: .key
    case .index: .index
    case .check: .check
    }
  }
}

extension String {
  /// The first 80 characters, with white space as single spaces.
  var oneLine: String {
    let words = prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 80 ? words.prefix(79) + "…" : words
  }
}
