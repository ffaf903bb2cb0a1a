public import IgataDiagnostics
import IgataSchema
public import IgataSyntax

extension SchemaIndex {
  /// The fix that renames a declaration and all references to it in the schema.
  ///
  /// Not safe, because Swift code that uses the name must change too. The stored name stays the same: the fix adds
  /// `@table`, `@column`, `@joinTable` or a raw value if necessary.
  ///
  /// - Parameter new: A plain name, without backticks.
  /// - Returns: One fix, or none if the new name is already used, or reserved.
  public func renaming(_ name: LintName, to new: String) -> [Diagnostic.Fix] {
    guard !new.isEmpty, !isUsed(new, inScopeOf: name.role) else { return [] }
    let edits = renameEdits(of: declaration(of: name.role), to: new, written: new, stored: .keep)
    return [Diagnostic.Fix(title: "rename '\(name.text)' to '\(new)'", edits: edits, isSafe: false)]
  }

  private func isUsed(_ new: String, inScopeOf role: LintName.Role) -> Bool {
    switch role {
    case .model, .structure, .enumeration, .newtype: return takenTypeNames.contains(new)
    case .field(let index):
      let owner = fields[index].owner
      return contains(new, fields(of: owner).lazy.map(\.name))
        || contains(new, reservedNames(of: owner).lazy.map(\.name))
    case .enumCase(let index, _):
      let type = schema.enums[index]
      return contains(new, type.cases.lazy.map(\.name)) || contains(new, type.reservedNames.lazy.map(\.name))
    }
  }

  private func reservedNames(of owner: LintField.Owner) -> [ReservedName] {
    switch owner {
    case .model(let index): schema.models[index].reservedNames
    case .structure(let index): schema.structs[index].reservedNames
    }
  }

  /// Whether the name is among others, or these are too many to be compared.
  private func contains(_ name: String, _ others: some Collection<String>) -> Bool {
    others.count > Self.maximumComparedNames || others.contains(name)
  }

  /// The maximum number of names that are compared for each renamed one, so that the time is linear for a schema with
  /// many wrong names.
  private static var maximumComparedNames: Int { 500 }

  /// The declaration that a name declares.
  private func declaration(of role: LintName.Role) -> NameUse.Declaration {
    switch role {
    case .model(let index): .model(index)
    case .structure(let index): .structure(index)
    case .enumeration(let index): .enumeration(index)
    case .newtype(let index): .newtype(index)
    case .enumCase(let enumeration, let index): .enumCase(enumeration: enumeration, index: index)
    case .field(let index):
      switch fields[index].owner {
      case .model(let model): .field(model: model, name: fields[index].name)
      case .structure(let structure): .structField(structure: structure, name: fields[index].name)
      }
    }
  }
}

extension LintField {
  /// Whether the owner's table has columns for it.
  public var hasColumn: Bool {
    switch kind {
    case .value, .list, .embedded, .toOne: true
    case .inverse, .ordered: false
    }
  }
}

extension TypeReferenceSyntax {
  /// The name of the type, or of the elements of a list.
  public var name: NameSyntax? {
    switch self {
    case .named(let name, _, _): name
    case .list(let element, _): element.name
    case .optional(let wrapped, _): wrapped.name
    }
  }
}
