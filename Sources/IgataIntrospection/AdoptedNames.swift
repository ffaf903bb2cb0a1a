@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax

// The names of a schema that follows its database stay, so that descriptions of the database can be compared with it.

extension IntrospectedSchema {
  /// Gives what is described the names that it has in a schema, and the others names that it doesn't have.
  ///
  /// - Parameter renamed: The fields that get other names, by their tables and columns.
  mutating func adoptNames(of parsed: ParsedSchema, renamed: [[String]: String], _ dialect: any CatalogDialect) {
    let schema = parsed.schema
    var taken = Set(schema.models.map(\.name) + schema.enums.map(\.name))
    taken.formUnion(schema.newtypes.map(\.name) + schema.structs.map(\.name))
    var known: [String: EnumType] = [:]
    for index in models.indices {
      // The other sides of relations that are there may have been left out by hand.
      models[index].fields.removeAll { if case .inverse = $0.kind { true } else { false } }
      if let model = parsed.model(of: models[index].table) {
        models[index].name = model.model.name
        adoptNames(of: model, in: index, renamed, dialect) { name, field in
          if let type = parsed.enumeration(of: field) { known[name.elementType] = type }
        }
      } else {
        models[index].name = IntrospectedNames.distinct(models[index].name, from: taken)
        taken.insert(models[index].name)
      }
    }
    // An enum whose table is gone may be that of another one.
    for (_, declared) in enums where known[declared.name] == nil {
      known[declared.name] = schema.enums.first { $0.name == declared.name && declared.hasValues(of: $0) }
    }
    adoptEnumNames(known, taken)
  }

  /// - Parameter haveType: Called with the described type of a field, and the field of the schema.
  private mutating func adoptNames(
    of known: ExternalModel, in index: Int, _ renamed: [[String]: String], _ dialect: any CatalogDialect,
    haveType: (String, Field) -> Void
  ) {
    var taken = Set(known.model.fields.map(\.name))
    for number in models[index].fields.indices {
      let field = models[index].fields[number]
      let columns = field.columns.map(dialect.canonicalName)
      let same = known.field(of: columns).map { known.model.fields[$0] }
      if let same, case .value(let type) = field.kind { haveType(type, same) }
      let name =
        renamed[[dialect.canonicalName(known.model.table)] + columns] ?? same?.name
        ?? IntrospectedNames.distinct(field.name, from: taken)
      taken.insert(name)
      models[index].fields[number].name = name
    }
  }

  /// - Parameter known: For each described enum that a field of the schema has, the enum there.
  private mutating func adoptEnumNames(_ known: [String: EnumType], _ taken: Set<String>) {
    var taken = taken
    var names: [String: (name: String, cases: [String: String])] = [:]
    var adopted: [(type: String?, declared: IntrospectedEnum)] = []
    for (type, declared) in enums {
      var declared = declared
      let cases = known[declared.name].map { declared.adoptNames(of: $0) } ?? [:]
      let new = known[declared.name]?.name ?? IntrospectedNames.distinct(declared.name, from: taken)
      taken.insert(new)
      names[declared.name] = (new, cases)
      declared.name = new
      // Several can be one in the schema.
      if let same = adopted.firstIndex(where: { $0.declared.name == new }) {
        adopted[same].declared.formUnion(declared)
      } else {
        adopted.append((type, declared))
      }
    }
    enums = adopted
    for model in models.indices {
      for field in models[model].fields.indices {
        guard case .value(let type) = models[model].fields[field].kind, let new = names[type.elementType] else {
          continue
        }
        models[model].fields[field].kind = .value(type: type.hasPrefix("[") ? "[\(new.name)]" : new.name)
        for (old, name) in new.cases where models[model].fields[field].defaultText == ".\(nameText(old))" {
          models[model].fields[field].defaultText = ".\(nameText(name))"
          break
        }
      }
    }
  }
}
