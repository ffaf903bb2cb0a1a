import IgataTables

/// Creates the table of one model.
struct TableLowering {
  private let schema: Schema
  private let model: Model
  /// The column types of the schema's enums.
  private let enums: [ColumnType]
  /// The column that determines where rows are stored.
  private let distributionColumn: Int?
  /// The fields that are relations, in order.
  private let relations: [Int]

  init(_ schema: Schema, _ index: Int, _ enums: [ColumnType], distributedBy column: Int?) {
    self.schema = schema
    model = schema.models[index]
    self.enums = enums
    distributionColumn = column
    relations = model.relationFields
  }

  var modelTable: ModelTable {
    var table = Table(
      model: model.name, name: model.table, columns: model.columns.indices.map { column($0) },
      primaryKey: model.primaryKey, uniques: (model.uniques + model.wrapperUniques).map { index($0) },
      indexes: model.indexes.map { index($0) },
      checks: model.checks.map { TableCheck($0.name, $0.condition.rows) },
      relations: relations.map { relation($0) }, structs: structs, versionColumn: columns { $0.isVersion }.first,
      updatedColumns: columns { $0.isUpdatedAt },
      distribution: distribution, formerName: model.formerTable)
    table.primaryKeyName = model.primaryKeyName
    table.isExternal = model.isExternal
    table.isReadOnly = model.isReadOnly
    table.documentation = model.origin.documentation
    let targets = relations.map { field in
      switch model.fields[field].kind {
      case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target): target
      case .value, .list, .embedded: 0
      }
    }
    return ModelTable(table: table, targets: targets)
  }

  /// The columns of some of the fields.
  private func columns(where isMeant: (Field) -> Bool) -> [Int] {
    guard model.fields.contains(where: isMeant) else { return [] }
    return model.columns.indices.filter { index in
      model.columns[index].path.isEmpty && isMeant(model.fields[model.columns[index].field])
    }
  }

  private func index(_ constraint: Constraint) -> IndexDescription {
    var index = IndexDescription(constraint.name, [], where: constraint.condition?.indexCondition)
    index.parts = constraint.parts.map { IndexDescription.Part($0.column, $0.function, isDescending: $0.isDescending) }
    index.method = constraint.method
    return index
  }

  private var distribution: TableDistribution? {
    switch model.distribution?.kind {
    case nil: nil
    case .reference: .reference
    // If no single column determines it, the table has none: only targets that distribute rows need it.
    case .field: distributionColumn.map { .column($0) }
    }
  }

  // MARK: Relations

  private func relation(_ field: Int) -> TableRelation {
    let name = model.fields[field].name
    switch model.fields[field].kind {
    case .toOne(_, let form, let rule):
      let key = model.foreignKeys.first { $0.field == field }
      let columns = key?.columns ?? []
      let kind: TableRelation.Kind =
        switch form {
        case .required: .required(columns: columns, rule)
        case .optional: .optional(columns: columns, rule)
        case .wrapper: .wrapper(columns: columns, rule)
        }
      let references = key.flatMap { $0.isLinked ? $0.references : nil }
      return TableRelation(name, kind, onUpdate: key?.updateRule, references: references)
    case .ordered:
      guard let join = model.joinTable(ofField: field) else { break }
      return TableRelation(
        name,
        .ordered(
          JoinDescription(
            join.name, owner: join.ownerColumns, position: join.positionColumn, target: join.targetColumns,
            formerTable: formerName(of: model.fields[field]).map { schema.names.joinTable(of: model.table, $0) })),
        onUpdate: join.updateRule)
    case .inverse(let other, of: let inverse, _):
      let number = schema.models[other].relationFields.firstIndex(of: inverse) ?? 0
      return TableRelation(name, .inverse(relation: number))
    case .value, .list, .embedded: break
    }
    return TableRelation(name, .inverse(relation: 0))
  }

  // MARK: Columns

  private func column(_ index: Int) -> ColumnDescription {
    let column = model.columns[index]
    let leaf = schema.leafField(of: column, in: model) ?? model.fields[column.field]
    let type = type(of: column.role)
    return ColumnDescription(
      column.name, schema.memberPath(of: column, in: model), type, isNullable: column.isNullable,
      default: defaultValue(of: leaf, type), constraints: schema.effectiveBounds(of: leaf)?.columnConstraints ?? .none,
      isSensitive: schema.isSensitive(column, in: model), formerName: formerName(of: column),
      form: form(of: column, in: model), documentation: leaf.origin.documentation)
  }

  /// The form of a column. That of a foreign key has the form of what it refers to.
  ///
  /// - Parameter steps: How many keys led here: one that refers to itself is an error, and ends as well.
  private func form(of column: Column, in model: Model, after steps: Int = 0) -> StoredForm? {
    if case .reference(let target, let key, _) = column.role, steps < schema.models.count {
      return form(of: schema.models[target].columns[key], in: schema.models[target], after: steps + 1)
    }
    // A copy of a field would take longer than the rest.
    if column.path.isEmpty { return model.fields[column.field].storedForm }
    return (schema.leafField(of: column, in: model) ?? model.fields[column.field]).storedForm
  }

  private func type(of role: Column.Role) -> ColumnType {
    switch role {
    case .value(let type), .reference(_, _, let type): columnType(type)
    case .list(let type): .list(columnType(type))
    }
  }

  private func columnType(_ type: ValueType) -> ColumnType {
    switch type {
    case .scalar(let scalar): ColumnType(scalar)
    case .newtype(let index): ColumnType(schema.newtypes[index].base)
    case .enumeration(let index): enums[index]
    }
  }

  /// The field of the model that the column belongs to, and those of the structs inside of it. The last one's value is
  /// stored.
  private func fields(of column: Column) -> [Field] {
    var fields = [model.fields[column.field]]
    for step in column.path {
      guard case .embedded(let index, _)? = fields.last?.kind, schema.structs[index].fields.indices.contains(step)
      else { break }
      fields.append(schema.structs[index].fields[step])
    }
    return fields
  }

  /// The field's name before it was renamed; `nil` if it wasn't, or was moved from another model.
  private func formerName(of field: Field) -> String? {
    field.renamedFrom.flatMap { $0.model == nil ? $0.name : nil }
  }

  /// The column's name before its field, or a field of its structs, was renamed; `nil` if none was.
  private func formerName(of column: Column) -> String? {
    // Nearly no field was renamed, and the list below has a copy of each field.
    if column.path.isEmpty, model.fields[column.field].renamedFrom == nil { return nil }
    let fields = fields(of: column)
    guard fields.contains(where: { formerName(of: $0) != nil }) else { return nil }
    let parts = fields.map { field in formerName(of: field).map(schema.names.column) ?? field.columnName }
    var name = parts[0]
    for part in parts.dropFirst() { name = schema.names.column(part, in: name) }
    if case .reference(let target, let targetColumn, _) = column.role {
      let target = schema.models[target]
      let names = schema.names.foreignKey(name, to: target.primaryKey.map { target.columns[$0].name })
      guard let index = target.primaryKey.firstIndex(of: targetColumn) else { return nil }
      name = names[index]
    }
    return name == column.name ? nil : name
  }

  // MARK: Defaults

  private func defaultValue(of field: Field, _ type: ColumnType) -> ColumnDefault? {
    switch field.defaultValue {
    case _ where field.isReadOnly: .computed
    case nil, .nil: nil
    case .uuid: .uuid
    case .uuid7: .uuid7
    case .cuid: .cuid
    case .ulid: .ulid
    case .now: .now
    case .autoincrement: .autoincrement
    case .construct: .construct
    case .sql(let text): .sql(text)
    case let value?: value.literal(of: type).map { .value($0) }
    }
  }

  // MARK: Structs

  private var structs: [StructDescription] {
    var result: [StructDescription] = []
    for index in model.fields.indices {
      guard case .embedded = model.fields[index].kind,
        let column = model.columns.firstIndex(where: { $0.field == index })
      else { continue }
      addStructs(of: model.fields[index], path: [model.fields[index].name], column: column, to: &result)
    }
    return result
  }

  private func addStructs(
    of field: Field, path: [String], column: Int, to result: inout [StructDescription]
  ) {
    guard case .embedded(let index, let isOptional) = field.kind else { return }
    let presence = isOptional ? schema.presenceOffset(ofStruct: index).map { column + $0 } : nil
    result.append(
      StructDescription(
        path, column: column, columnCount: schema.columnCount(ofStruct: index), presenceColumn: presence))
    var inner = column
    for field in schema.structs[index].fields {
      addStructs(of: field, path: path + [field.name], column: inner, to: &result)
      inner += schema.columnCount(of: field)
    }
  }
}

extension ValueConstraints {
  fileprivate var columnConstraints: ColumnConstraints {
    ColumnConstraints(
      minimumLength: minimumLength.map { Int($0) }, maximumLength: maximumLength.map { Int($0) }, minimum: minimum,
      maximum: maximum, excludesMaximum: excludesMaximum, pattern: pattern)
  }
}
