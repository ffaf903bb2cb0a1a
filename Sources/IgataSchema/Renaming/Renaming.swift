public import IgataDiagnostics
public import IgataSyntax

extension Declarations {
  /// The fix that renames a declaration and all references to it in the schema.
  ///
  /// Not safe, because Swift code that uses the name must change too. The stored name stays the same: the fix adds
  /// `@table`, `@column`, `@joinTable` or a raw value if necessary.
  ///
  /// - Parameter new: A plain name, without backticks.
  /// - Returns: One fix, or none if the new name is already used, or reserved.
  public func renaming(_ declaration: NameUse.Declaration, to new: String) -> [Diagnostic.Fix] {
    guard !new.isEmpty, !isUsed(new, inScopeOf: declaration) else { return [] }
    let edits = renameEdits(of: declaration, to: new, written: new, stored: .keep)
    return [Diagnostic.Fix(title: "rename '\(schema.name(of: declaration))' to '\(new)'", edits: edits, isSafe: false)]
  }

  private func isUsed(_ new: String, inScopeOf declaration: NameUse.Declaration) -> Bool {
    switch declaration {
    case .model, .structure, .enumeration, .newtype: return takenTypeNames.contains(new)
    case .field(let model, _): return isUsed(new, in: .model(model), schema.models[model].reservedNames)
    case .structField(let index, _): return isUsed(new, in: .structure(index), schema.structs[index].reservedNames)
    case .enumCase(let index, _):
      let type = schema.enums[index]
      return contains(new, type.cases.lazy.map(\.name)) || contains(new, type.reservedNames.lazy.map(\.name))
    }
  }

  private func isUsed(_ new: String, in owner: DeclaredField.Owner, _ reserved: [ReservedName]) -> Bool {
    contains(new, fields(of: owner).lazy.map(\.name)) || contains(new, reserved.lazy.map(\.name))
  }

  /// Whether the name is among others, or these are too many to be compared.
  private func contains(_ name: String, _ others: some Collection<String>) -> Bool {
    others.count > Self.maximumComparedNames || others.contains(name)
  }

  /// The maximum number of names that are compared for each renamed one, so that the time is linear for a schema with
  /// many wrong names.
  private static var maximumComparedNames: Int { 500 }
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
