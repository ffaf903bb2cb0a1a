public import IgataDiagnostics
import IgataSchema

extension Snapshot {
  /// The names of the declaration that a name refers to: usually one, several if it is declared twice, and none if the
  /// location isn't at a name, or the name is unknown.
  public func definitions(at location: TextLocation) -> [SourceRange] {
    occurrence(at: location).map { names(of: $0.declaration) } ?? []
  }

  /// The name of the declaration of a field's type. For the name of a type, its own declaration.
  public func typeDefinitions(at location: TextLocation) -> [SourceRange] {
    guard let found = occurrence(at: location) else { return [] }
    switch found.declaration {
    case .model, .structure, .enumeration, .newtype: return names(of: found.declaration)
    case .enumCase(let index, _): return names(of: .enumeration(index))
    case .field, .structField:
      guard let field = field(found.declaration), let type = declared.typeDeclaration(of: field.kind) else { return [] }
      return names(of: type)
    }
  }

  func names(of declaration: NameUse.Declaration) -> [SourceRange] { declared.names(of: declaration) }

  /// The field that is declared, or `nil` if it isn't a field, or its type is invalid.
  func field(_ declaration: NameUse.Declaration) -> DeclaredField? { declared.field(declaration) }
}

extension Declarations {
  /// The declaration of the type of a field; `nil` for a scalar.
  func typeDeclaration(of kind: FieldKind) -> NameUse.Declaration? {
    switch kind {
    case .value(let type, _), .list(let type):
      switch type {
      case .scalar: nil
      case .enumeration(let index): .enumeration(index)
      case .newtype(let index): .newtype(index)
      }
    case .embedded(let index, _): .structure(index)
    case .toOne(let index, _, _), .inverse(let index, _, _), .ordered(let index): .model(index)
    }
  }
}
