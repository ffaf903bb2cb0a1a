@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax

extension SchemaUpdate {
  /// Makes the other side of a relation one model where the relation has become unique, and a list where it isn't any
  /// more. A name that introspection gave follows, too.
  mutating func followInverses(_ difference: CatalogDifference, _ parsed: ParsedSchema, _ edits: inout SourceEdits) {
    let descriptions = DescribedVersions(difference, described, enums: [], names, dialect)
    for owner in parsed.models {
      var taken = Set(owner.model.fields.map(\.name) + owner.model.reservedNames.map(\.name))
      taken.formUnion(model(of: owner.model.table).map { described.models[$0].fields.map(\.name) } ?? [])
      for case .field(let written) in owner.syntax.members {
        let field = owner.model.fields.first { $0.name == written.name.text }
        guard case .inverse(let source, let relation, let isOne)? = field?.kind,
          let known = parsed.models.first(where: { $0.number == source }),
          let versions = descriptions.of(known.model.table), let type = written.type,
          versions.becomes(isOne: isOne, known.columns[relation])
        else { continue }
        let name = "\(owner.model.name).\(written.name.text)"
        let relationName = "\(known.model.name).\(known.model.fields[relation].name)"
        let reason = "'\(relationName)' is \(isOne ? "not unique any more" : "unique")"
        let isOfHand = written.attributes.contains { attribute in
          let kind = AttributeKind(rawValue: attribute.name.text)
          return kind != .inverse && kind.map(SourceEdits.kept.contains) != true
        }
        if isOfHand {
          changes.append("kept \(name) as it is: \(reason)")
          continue
        }
        let model = nameText(known.model.name)
        edits.replace(type.range, with: isOne ? "[\(model)]" : "\(model)?")
        if IntrospectedNames.isNumbered(written.name.text, versions.possible.inverseName(isOne)) {
          let new = IntrospectedNames.distinct(versions.possible.inverseName(!isOne), from: taken)
          taken.insert(new)
          rename(written, of: owner, to: new, parsed, &edits)
        }
        changes.append("changed \(name): \(reason)")
      }
    }
  }
}

extension ModelVersions {
  /// Whether a relation was unique and isn't any more, or the other way round.
  fileprivate func becomes(isOne: Bool, _ columns: [String]) -> Bool {
    let present = Set(possible.fields.flatMap(\.columns).map(dialect.canonicalName))
    return present.isSuperset(of: columns) && fitted.isUnique(over: columns, dialect.canonicalName) == isOne
      && possible.isUnique(over: columns, dialect.canonicalName) != isOne
  }
}
