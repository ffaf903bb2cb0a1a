import IgataDiagnostics

extension JSONBuilder {
  /// Writes a model, whose rows are distributed by a column.
  mutating func write(
    model index: Int, _ schema: Schema, _ incoming: [IncomingRelation], distributedBy column: Int?,
    _ positions: SourcePositions
  ) {
    let model = schema.models[index]
    let keyFields = model.keyFields
    object { writer in
      writer.write(model.name, model.origin, positions)
      writer.key("table", model.table)
      writer.key("external", model.isExternal)
      writer.key("readOnly", model.isReadOnly)
      writer.key("fields", list: model.fields.indices) {
        $0.write(model.fields[$1], isInKey: keyFields.contains($1), schema, positions)
      }
      writer.key("columns", list: model.columns.indices) { $0.write(column: $1, of: model, schema) }
      writer.key("primaryKey") { writer in
        writer.key("name", model.primaryKeyName)
        writer.key("columns", list: model.primaryKey.map { model.columns[$0].name })
        writer.writeKeyParts(of: model, schema)
      }
      writer.key("uniques", list: model.uniques) { $0.write($1, of: model) }
      writer.key("indexes", list: model.indexes) { $0.write($1, of: model) }
      writer.key("checks", list: model.checks) { $0.write($1, of: model) }
      writer.key("foreignKeys", list: model.foreignKeys) { $0.write($1, of: model, schema) }
      writer.key("joinTables", list: model.joinTables) { $0.write($1, of: model, schema) }
      writer.key("incoming", list: incoming) { $0.write($1, schema) }
      writer.write(model.distribution, of: model, column)
      writer.key("reserved", list: model.reservedNames.map(\.name))
      writer.key("renamedFrom", model.renamedFrom?.text)
      writer.key("deprecated", model.deprecation)
      writer.key("allows", list: model.allowedRules)
    }
  }

  private mutating func write(_ distribution: Distribution?, of model: Model, _ column: Int?) {
    switch distribution?.kind {
    case nil: key("distribution", String?.none)
    case .reference: key("distribution") { $0.key("kind", "reference") }
    case .field(let field):
      key("distribution") { writer in
        writer.key("kind", "field")
        writer.key("field", model.fields[field].name)
        writer.key("column", column.map { model.columns[$0].name })
      }
    }
  }

  private mutating func write(column index: Int, of model: Model, _ schema: Schema) {
    let column = model.columns[index]
    object { writer in
      writer.key("name", column.name)
      writer.key("field", model.fields[column.field].name)
      writer.key("path", list: schema.pathNames(of: column, in: model))
      writer.key("type") { $0.write(column.type, schema) }
      if case .list = column.role { writer.key("list", true) } else { writer.key("list", false) }
      writer.key("nullable", column.isNullable)
      writer.key("inKey", model.primaryKey.contains(index))
      guard case .reference(let target, let targetColumn, _) = column.role else {
        return writer.key("references", String?.none)
      }
      writer.key("references") { writer in
        writer.key("model", schema.models[target].name)
        writer.key("table", schema.models[target].table)
        writer.key("column", schema.columnName(targetColumn, of: target))
      }
    }
  }

  private mutating func write(_ constraint: Constraint, of model: Model) {
    object { writer in
      writer.key("name", constraint.name)
      writer.key("columns", list: constraint.parts) { writer, part in
        writer.object { writer in
          writer.key("name", model.columns[part.column].name)
          writer.key("function", part.function?.rawValue)
          writer.key("descending", part.isDescending)
        }
      }
      writer.key("method", constraint.method)
      writer.write(constraint.condition, of: model)
    }
  }

  /// A condition: `where` has it as SQL, `condition` in the schema language. One of them is `null`.
  private mutating func write(_ condition: ConstraintCondition?, of model: Model) {
    switch condition {
    case nil:
      key("where", String?.none)
      key("condition", String?.none)
    case .sql(let sql):
      key("where", sql)
      key("condition", String?.none)
    case .checked(let checked):
      key("where", String?.none)
      key("condition", checked.text)
    }
  }

  private mutating func write(_ check: RowCheck, of model: Model) {
    object { writer in
      writer.key("name", check.name)
      writer.key("columns", list: check.condition.rows.columns.map { model.columns[$0].name })
      writer.key("condition", check.condition.text)
    }
  }

  private mutating func write(_ foreignKey: ForeignKey, of model: Model, _ schema: Schema) {
    let target = schema.models[foreignKey.target]
    object { writer in
      writer.key("field", model.fields[foreignKey.field].name)
      writer.key("columns", list: foreignKey.columns.map { model.columns[$0].name })
      writer.key("model", target.name)
      writer.key("table", target.table)
      writer.key("targetColumns", list: foreignKey.references.map { target.columns[$0].name })
      writer.key("linked", foreignKey.isLinked)
      writer.key("onDelete", foreignKey.deleteRule.rawValue)
      writer.key("onUpdate", foreignKey.updateRule?.rawValue)
    }
  }

  private mutating func write(_ join: JoinTable, of model: Model, _ schema: Schema) {
    object { writer in
      writer.key("field", model.fields[join.field].name)
      writer.key("name", join.name)
      writer.key("model", schema.models[join.target].name)
      writer.key("ownerColumns", list: join.ownerColumns)
      writer.key("positionColumn", join.positionColumn)
      writer.key("targetColumns", list: join.targetColumns)
      writer.key("onUpdate", join.updateRule?.rawValue)
    }
  }
}

extension Schema {
  /// The names of the fields to follow inside of a struct.
  package func pathNames(of column: Column, in model: Model) -> [String] {
    var names: [String] = []
    var kind = model.fields[column.field].kind
    for step in column.path {
      guard case .embedded(let structure, _) = kind, structs[structure].fields.indices.contains(step) else { break }
      names.append(structs[structure].fields[step].name)
      kind = structs[structure].fields[step].kind
    }
    return names
  }
}
