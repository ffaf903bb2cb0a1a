public import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax

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
      guard let field = field(found.declaration), let type = index.typeDeclaration(of: field.kind) else { return [] }
      return names(of: type)
    }
  }

  /// The ranges of the names that declare something.
  func names(of declaration: NameUse.Declaration) -> [SourceRange] {
    switch declaration {
    case .model(let index): range(schema.models, index, \.origin.range)
    case .structure(let index): range(schema.structs, index, \.origin.range)
    case .enumeration(let index): range(schema.enums, index, \.origin.range)
    case .newtype(let index): range(schema.newtypes, index, \.origin.range)
    case .enumCase(let enumeration, let index):
      schema.enums.indices.contains(enumeration) ? range(schema.enums[enumeration].cases, index, \.origin.range) : []
    case .field(let model, let name):
      index.models.indices.contains(model) ? index.models[model].syntax.members.names(equalTo: name) : []
    case .structField(let structure, let name):
      index.structs.indices.contains(structure) ? index.structs[structure].syntax.members.names(equalTo: name) : []
    }
  }

  private func range<Element>(
    _ elements: [Element], _ index: Int, _ range: (Element) -> SourceRange
  ) -> [SourceRange] {
    elements.indices.contains(index) ? [range(elements[index])] : []
  }

  /// The field that is declared, or `nil` if it isn't a field, or its type is invalid.
  func field(_ declaration: NameUse.Declaration) -> LintField? {
    switch declaration {
    case .field(let model, let name): index.fields(of: .model(model)).first { $0.name == name }
    case .structField(let structure, let name): index.fields(of: .structure(structure)).first { $0.name == name }
    case .model, .structure, .enumeration, .newtype, .enumCase: nil
    }
  }
}

extension SchemaIndex {
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

extension [MemberSyntax] {
  fileprivate func names(equalTo name: String) -> [SourceRange] {
    fieldNames.filter { $0.text == name }.map(\.range)
  }
}
