internal import IgataSyntax
@_spi(Backend) package import IgataSQL
internal import IgataTables

extension IntrospectedSchema {
  /// Describes the tables of a database.
  ///
  /// - Parameters:
  ///   - dialect: The dialect of the database, by which names are compared; `nil` for a description of one.
  ///   - names: The names that are known.
  ///   - identities: The columns that are different in all rows, of each view or table without a key.
  ///   - byNumber: The tables whose rows are identified by their numbers, as no key of theirs can be used.
  ///   - form: The type of a column of a table.
  package init(
    _ database: FoundDatabase, _ dialect: (any CatalogDialect)?, _ names: GivenNames = GivenNames(),
    identities: [String: String] = [:], byNumber: Set<String> = [], form: (String, FoundColumn) -> ColumnForm
  ) {
    let canonicalName: (String) -> String = { dialect?.canonicalName($0) ?? $0 }
    for name in database.objects.keys.sorted() {
      switch database.objects[name] {
      case .table where Self.tablesOfTools.contains(name):
        omissions.append(Omission(table: name, reason: "another tool keeps its own records there"))
      case .table(let found):
        add(name, found, RowIdentity(found, isByNumber: byNumber.contains(name)).key, identities[name], names, form)
      case .view(_, let found):
        add(name, found, RowIdentity(found).key, identities[name], isReadOnly: true, names, form)
      case .other(let kind): omissions.append(Omission(table: name, reason: "it is \(kind)"))
      case nil: break
      }
    }
    let keys = Dictionary(models.map { (canonicalName($0.table), database.key(of: $0)) }) { first, _ in first }
    for index in models.indices {
      guard case .table(let found)? = database.objects[models[index].table] else { continue }
      // Those of one column come first, as a longer one may share it.
      for key in found.foreignKeys where key.columns.count == 1 {
        addRelation(key, to: index, keys, names, canonicalName)
      }
      for key in found.foreignKeys where key.columns.count > 1 {
        let shared = sharedColumns(of: key, in: found, models[index])
        addRelation(key, sharing: shared, to: index, keys, names, canonicalName)
      }
    }
    nameModels(names)
    defer { foldUniques(of: database, canonicalName) }
    guard let dialect else { return }
    for index in models.indices {
      switch database.objects[models[index].table] {
      case .table(let found), .view(_, let found): addChecks(of: found, to: index, dialect)
      case .other, nil: break
      }
    }
  }

  /// Tables in which the tools of frameworks record what they did.
  private static let tablesOfTools: Set = [
    "_prisma_migrations", "schema_migrations", "ar_internal_metadata", "django_migrations", "alembic_version",
    "flyway_schema_history", "goose_db_version", "knex_migrations", "knex_migrations_lock", "__EFMigrationsHistory",
    "__diesel_schema_migrations", "_sqlx_migrations", "android_metadata", "grdb_migrations", "Z_METADATA",
    "Z_MODELCACHE", "Z_PRIMARYKEY", "spatial_ref_sys",
  ]

  private mutating func add(
    _ name: String, _ found: FoundTable, _ known: [String]?, _ identity: String?, isReadOnly: Bool = false,
    _ given: GivenNames, _ form: (String, FoundColumn) -> ColumnForm
  ) {
    guard let key = known ?? identity.map({ [$0] }) else {
      return omissions.append(Omission(table: name, reason: "no column identifies its rows"))
    }
    var model = IntrospectedModel(name: "", table: name, fields: [], key: key)
    model.isReadOnly = isReadOnly || known == nil
    model.documentation = found.documentation
    var names: Set<String> = []
    for column in found.columns(withKey: key) {
      switch form(name, column) {
      case .none(let reason): omissions.append(Omission(table: name, column: column.name, reason: reason))
      case .type(let type, let attributes, let comment, let rawType, let isGuess):
        let isKey = key.contains(column.name)
        let fieldName = IntrospectedNames.distinct(
          given.fields[[name, column.name]] ?? IntrospectedNames.field(column.name), from: names)
        names.insert(fieldName)
        var field = IntrospectedField(
          name: fieldName, kind: .value(type: type), columns: [column.name],
          isOptional: column.isNullable && !isKey && !type.hasPrefix("["), attributes: attributes, rawType: rawType,
          isGuess: isGuess, comment: comment)
        field.documentation = column.documentation
        if known == nil, isKey { field.comment = "it is different in all rows that were looked at" }
        if !model.isReadOnly, column.isMadeByDatabase, !isKey {
          field.attributes.append("@readOnly")
          field.isOptional = true
        } else if !model.isReadOnly {
          let isCounted = key == [column.name] && column.isMadeByDatabase
          field.defaultText = isCounted ? "autoincrement()" : column.default(of: type)
        }
        model.fields.append(field)
      }
    }
    let described = Set(model.fields.flatMap(\.columns))
    if let missing = key.first(where: { !described.contains($0) }) {
      omissions.removeAll { $0.table == name }
      let reason = "its key has the column '\(missing)', which no type holds"
      return omissions.append(Omission(table: name, reason: reason))
    }
    model.add(
      found.indexes.filter { index in
        index.parts.allSatisfy { described.contains($0.column) && (index.isUnique || $0.function == nil) }
      })
    models.append(model)
  }

  /// Lets what is unique without the case of texts be unique in lower case, unless a foreign key refers to it.
  private mutating func foldUniques(of database: FoundDatabase, _ canonicalName: (String) -> String) {
    var targets: Set<[String]> = []
    for case .table(let table) in database.objects.values {
      for key in table.foreignKeys { targets.insert(([key.table] + key.targetColumns.sorted()).map(canonicalName)) }
    }
    for index in models.indices {
      let model = models[index]
      models[index].uniques = model.uniques.compactMap { unique in
        let isTarget = targets.contains(([model.table] + unique.map(\.column).sorted()).map(canonicalName))
        let parts = unique.map { part in
          var part = part
          let isText = model.field(of: part.column).map { model.fields[$0].isValue(of: "String") } ?? false
          if part.ignoresCase, isText, !isTarget { part.function = .lower }
          if part.function != nil, !isText { part.column = "" }
          part.ignoresCase = part.ignoresCase && isText && isTarget
          return part
        }
        return parts.contains { $0.column.isEmpty } ? nil : parts
      }
    }
  }

  /// The columns of a foreign key that other fields have, as its relation has none for them: those of other foreign
  /// keys, those that a key or an index has without the rest, and those that are never null although others may be.
  private func sharedColumns(
    of key: FoundForeignKey, in found: FoundTable, _ model: IntrospectedModel
  ) -> Set<String> {
    let others = found.foreignKeys.filter { $0.columns != key.columns }
    let (own, fields) = (Set(key.columns), key.columns.compactMap { model.field(of: $0) })
    let isOptional = fields.contains { model.fields[$0].isOptional }
    guard others.contains(where: { !own.isDisjoint(with: $0.columns) }) || isOptional else { return [] }
    // An index of a single column is left out, as the foreign key has one anyway.
    let indexes = model.uniques + model.indexes.filter { $0.count > 1 }
    let lists = [model.key] + indexes.map { $0.map(\.column) }
    let parts = lists.filter { Set($0) != own || $0 == model.key }
    return own.filter { column in
      let isRequired = model.field(of: column).map { !model.fields[$0].isOptional } ?? true
      return (others.map(\.columns) + parts).contains { $0.contains(column) } || isOptional && isRequired
    }
  }

  /// Makes the fields of a foreign key's columns one relation, or adds one to those that other fields have.
  private mutating func addRelation(
    _ key: FoundForeignKey, sharing shared: Set<String> = [], to index: Int,
    _ keys: [String: (own: [String], known: [String])], _ names: GivenNames, _ canonicalName: (String) -> String
  ) {
    let fields = key.columns.compactMap { models[index].field(of: $0) }
    let target = models.first { canonicalName($0.table) == canonicalName(key.table) }
    guard let target, !fields.isEmpty, fields.count == key.columns.count, key.deleteRule != nil,
      let (ownKey, targetKey) = keys[canonicalName(target.table)]
    else {
      if let first = fields.first, key.deleteRule == nil || target == nil {
        models[index].fields[first].comment = "its foreign key to '\(key.table)' can't be described"
      }
      return
    }
    let columns = key.targetColumns.isEmpty ? ownKey : key.targetColumns
    let targets = columns.compactMap { target.value(of: $0) }
    let own = key.columns.compactMap { models[index].value(of: $0) }
    let isTaken = shared.isEmpty && fields.contains { models[index].fields[$0].isRelation }
    let isOptional = own.contains(where: \.isOptional)
    let hasRequired = isOptional && own.contains { !$0.isOptional }
    let isRepeated = models[index].loneField(of: key.columns).map { models[index].fields[$0].isRelation } ?? false
    if isRepeated, models[index].fields.contains(where: { $0.columns == key.columns && $0.target == target.table }) {
      return
    }
    // Without other fields, the key of a relation is null as a whole.
    let mayBePartial = own.count > 1 && isOptional && shared.isEmpty
    let isNullified = hasRequired && key.deleteRule == .nullify
    let named = key.columns.firstIndex { !shared.contains($0) } ?? key.columns.count - 1
    if let reason = objection(
      isTaken || isRepeated, own, targets, columns, mayBePartial: mayBePartial, isNullified: isNullified)
    {
      models[index].fields[fields[named]].comment = "refers to '\(target.table)'\(reason)"
      return
    }
    let taken = fields.filter { shared.isDisjoint(with: models[index].fields[$0].columns) }
    var field = own[named]
    let others = Set(models[index].fields.map(\.name)).subtracting(taken.map { models[index].fields[$0].name })
    field.name = IntrospectedNames.distinct(
      names.relations[[models[index].table] + key.columns]
        ?? IntrospectedNames.relation(key.columns[named], to: columns[named]), from: others)
    field.kind = .relation(
      IntrospectedField.Relation(
        table: target.table, targetColumns: columns == targetKey ? [] : columns,
        deleteRule: key.deleteRule?.rawValue,
        updateRule: key.updateRule.flatMap { $0 == .noAction ? nil : $0.rawValue },
        columnFields: own.filter { shared.isDisjoint(with: $0.columns) }, sharedColumns: shared,
        hasRequiredColumn: hasRequired))
    field.columns = key.columns
    field.isOptional = isOptional
    field.defaultText = nil
    field.attributes = []
    field.rawType = nil
    field.comment = nil
    if !shared.isEmpty {
      models[index].indexes.removeAll { $0.count == 1 && field.ownColumns.contains($0[0].column) }
    }
    guard let slot = taken.first else { return models[index].fields.append(field) }
    models[index].fields[slot] = field
    for other in taken.dropFirst().sorted(by: >) { models[index].fields.remove(at: other) }
  }

  /// Why the columns of a foreign key can't be a relation, after the name of the table that it refers to.
  private func objection(
    _ isTaken: Bool, _ own: [IntrospectedField], _ targets: [IntrospectedField], _ columns: [String],
    mayBePartial: Bool, isNullified: Bool
  ) -> String? {
    if isTaken { return ", by a column of another relation" }
    if targets.count < columns.count { return ", which has no such column" }
    let isFit = own.count == targets.count && zip(own, targets).allSatisfy { $0.canHold($1) }
    if !isFit { return ", which has other types" }
    if mayBePartial { return ", unless a part of the key is null" }
    return isNullified ? ", with ON DELETE SET NULL, which can't set all of its columns" : nil
  }

  private mutating func nameModels(_ given: GivenNames) {
    var names: Set<String> = []
    for index in models.indices {
      let table = models[index].table
      let name = IntrospectedNames.distinct(given.models[table] ?? IntrospectedNames.model(table), from: names)
      names.insert(name)
      models[index].name = name
    }
  }
}

extension FoundDatabase {
  /// The key that a model's table has, if it has one, and that by which the model knows rows.
  fileprivate func key(of model: IntrospectedModel) -> (own: [String], known: [String]) {
    guard case .table(let found)? = objects[model.table] else { return (model.key, model.key) }
    return (found.primaryKey.isEmpty ? model.key : found.primaryKey, model.key)
  }
}

extension FoundTable {
  /// Those of the catalog, and the number of a row if it is the key.
  fileprivate func columns(withKey key: [String]) -> [FoundColumn] {
    guard let rowNumber, key == [rowNumber.name] else { return columns }
    return [rowNumber] + columns
  }
}

extension IntrospectedModel {
  fileprivate mutating func add(_ found: [FoundIndex]) {
    for index in found where !index.isPartial && !index.parts.isEmpty {
      let columns = index.parts.map(\.column)
      if index.isUnique {
        let parts = index.parts.map {
          FoundPart(column: $0.column, function: $0.function, ignoresCase: $0.ignoresCase)
        }
        let isKey = Set(columns) == Set(key) && parts.allSatisfy { $0.function == nil }
        if !isKey, !uniques.contains(parts) { uniques.append(parts) }
      } else if index.method == nil, columns != key {
        indexes.append(index.parts.map { FoundPart(column: $0.column, isDescending: $0.isDescending) })
      }
    }
  }
}

extension IntrospectedModel {
  /// The field of a column by itself, also if the column is one of a relation.
  fileprivate func value(of column: String) -> IntrospectedField? {
    guard let field = field(of: column).map({ fields[$0] }) else { return nil }
    guard case .relation(let relation) = field.kind else { return field }
    return relation.columnFields.first { $0.columns == [column] }
  }
}

extension IntrospectedField {
  /// Whether the values of a foreign key's column can be those of a column that it refers to: they are of one type as
  /// they are stored, or no row shows the type.
  fileprivate func canHold(_ target: IntrospectedField) -> Bool {
    guard case .value(let type) = kind, case .value(let targetType) = target.kind else { return false }
    return isGuess || (rawType ?? type) == (target.rawType ?? targetType)
  }
}
