import IgataSchema

extension Snapshot {
  /// The declaration that a field or a case belongs to.
  func container(of declaration: NameUse.Declaration) -> NameUse.Declaration? {
    switch declaration {
    case .model, .structure, .enumeration, .newtype: nil
    case .enumCase(let index, _): .enumeration(index)
    case .field(let model, _): .model(model)
    case .structField(let structure, _): .structure(structure)
    }
  }

  func isDeprecated(_ declaration: NameUse.Declaration) -> Bool { deprecation(of: declaration) != nil }

  /// The reason for which it is deprecated.
  func deprecation(of declaration: NameUse.Declaration) -> String? {
    switch declaration {
    case .model(let index): schema.models[index].deprecation
    case .structure(let index): schema.structs[index].deprecation
    case .enumeration(let index): schema.enums[index].deprecation
    case .newtype(let index): schema.newtypes[index].deprecation
    case .enumCase(let enumeration, let index): schema.enums[enumeration].cases[index].deprecation
    case .field, .structField: field(declaration)?.field.deprecation
    }
  }

  /// The lines of its documentation.
  func documentation(of declaration: NameUse.Declaration) -> [String] {
    switch declaration {
    case .model(let index): schema.models[index].origin.documentation
    case .structure(let index): schema.structs[index].origin.documentation
    case .enumeration(let index): schema.enums[index].origin.documentation
    case .newtype(let index): schema.newtypes[index].origin.documentation
    case .enumCase(let enumeration, let index): schema.enums[enumeration].cases[index].origin.documentation
    case .field, .structField: field(declaration)?.field.origin.documentation ?? []
    }
  }
}

extension Snapshot {
  /// The valid fields of a model or a struct.
  func fields(of owner: NameUse.Declaration) -> ArraySlice<DeclaredField> {
    switch owner {
    case .model(let model): declared.fields(of: .model(model))
    case .structure(let structure): declared.fields(of: .structure(structure))
    case .enumeration, .newtype, .enumCase, .field, .structField: []
    }
  }
}
