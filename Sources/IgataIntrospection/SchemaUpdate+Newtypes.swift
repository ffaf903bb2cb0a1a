@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax
internal import IgataTables

extension SchemaUpdate {
  /// Gives the newtypes of numbers the scalar that all of their columns have now. Returns their names.
  mutating func followNewtypes(
    _ descriptions: DescribedVersions, _ parsed: ParsedSchema, _ edits: inout SourceEdits
  ) -> Set<String> {
    var followed: Set<String> = []
    for (number, newtype) in parsed.schema.newtypes.enumerated() where newtype.swiftType == nil {
      guard let base = parsed.typeSyntax(newtype.name)?.base else { continue }
      let old = edits.text(of: base.range)
      // Nothing else has the newtype.
      let uses = parsed.schema.uses.count { $0.declaration == .newtype(number) && $0.role == .type }
      let types = parsed.models.flatMap { self.types(of: newtype, was: old, in: $0, descriptions) }
      guard types.count == uses, let new = types.first, types.allSatisfy({ $0 == new }),
        Self.numbers.contains(where: { $0.contains(old) && $0.contains(new) }), new != old
      else { continue }
      edits.replace(base.range, with: new)
      changes.append("changed \(newtype.name): the database has '\(new)' instead of '\(old)' wherever it is used")
      followed.insert(newtype.name)
    }
    return followed
  }

  /// The scalars that can become each other, whatever else a newtype says of its values.
  private static let numbers = [["Int16", "Int32", "Int64", "Int"], ["Float", "Double"]]

  /// What the fields of a newtype have now, of those that had its scalar.
  private func types(
    of newtype: Newtype, was old: String, in known: ExternalModel, _ descriptions: DescribedVersions
  ) -> [String] {
    guard let versions = descriptions.of(known.model.table) else { return [] }
    return known.syntax.members.compactMap { member in
      guard case .field(let field) = member, field.type?.base?.text == newtype.name,
        let number = known.model.fields.firstIndex(where: { $0.name == field.name.text }),
        let lines = versions.lines(of: known.columns[number], as: nil), lines.old.field.elementType == old
      else { return nil }
      return lines.possible.field.elementType
    }
  }
}
