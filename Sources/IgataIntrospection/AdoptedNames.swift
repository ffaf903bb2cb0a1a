@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax

// The names of a schema that follows its database stay, so that descriptions of the database can be compared with it.

extension IntrospectedSchema {
  /// Gives what is described the names that it has in a schema, and the others names that it doesn't have.
  ///
  /// - Parameters:
  ///   - renamed: The fields that get other names, by their tables and columns.
  ///   - moved: The fields whose enums aren't those of the schema any more, by their tables and columns.
  mutating func adoptNames(
    of parsed: ParsedSchema, renamed: [[String]: String], moved: Set<[String]>, _ dialect: any CatalogDialect
  ) {
    let schema = parsed.schema
    var taken = Set(schema.models.map(\.name) + schema.enums.map(\.name))
    taken.formUnion(schema.newtypes.map(\.name) + schema.structs.map(\.name))
    var known: [String: EnumType] = [:]
    for index in models.indices {
      // The other sides of relations that are there may have been left out by hand.
      models[index].fields.removeAll { if case .inverse = $0.kind { true } else { false } }
      if let model = parsed.model(of: models[index].table) {
        models[index].name = model.model.name
        adoptNames(of: model, in: index, renamed, dialect) { name, field, key in
          if !moved.contains(key), let type = parsed.enumeration(of: field) { known[name.elementType] = type }
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

  /// The fields that have enums of other types of the database than before, where both types are there.
  func movedEnums(since before: IntrospectedSchema, _ dialect: any CatalogDialect) -> Set<[String]> {
    let types = Set(enums.compactMap(\.type))
    var moved: Set<[String]> = []
    for model in models {
      guard let old = before.model(of: model.table, dialect) else { continue }
      for field in model.fields {
        let former = before.models[old].fields.first { $0.columns == field.columns }
        guard let type = databaseType(of: field), let oldType = former.flatMap({ before.databaseType(of: $0) }),
          type != oldType, types.contains(oldType)
        else { continue }
        moved.insert([model.table, field.columns[0]].map(dialect.canonicalName))
      }
    }
    return moved
  }

  /// The type of the database whose values the enum of a field has.
  private func databaseType(of field: IntrospectedField) -> String? {
    enums.first { field.isValue(of: $0.declared.name) }?.type
  }

  /// - Parameter haveType: Called with the described type of a field, the field of the schema, and the table and the
  ///   column.
  private mutating func adoptNames(
    of known: ExternalModel, in index: Int, _ renamed: [[String]: String], _ dialect: any CatalogDialect,
    haveType: (String, Field, [String]) -> Void
  ) {
    var taken = Set(known.model.fields.map(\.name))
    for number in models[index].fields.indices {
      let field = models[index].fields[number]
      let columns = field.columns.map(dialect.canonicalName)
      let same = known.field(of: columns).map { known.model.fields[$0] }
      let key = [dialect.canonicalName(known.model.table)] + columns
      if let same, case .value(let type) = field.kind { haveType(type, same, key) }
      let name = renamed[key] ?? same?.name ?? IntrospectedNames.distinct(field.name, from: taken)
      taken.insert(name)
      models[index].fields[number].name = name
      // A part of a key can be a field of its own.
      guard columns.count > 1, case .relation(var relation) = field.kind else { continue }
      for part in relation.columnFields.indices {
        let columns = relation.columnFields[part].columns.map(dialect.canonicalName)
        if let same = known.field(of: columns) { relation.columnFields[part].name = known.model.fields[same].name }
      }
      models[index].fields[number].kind = .relation(relation)
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
