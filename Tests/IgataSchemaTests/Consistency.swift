import IgataSchema
import Testing

/// Checks the invariants of every schema without errors, which generators rely on.
func expectConsistent(_ schema: Schema) {
  for (index, model) in schema.models.enumerated() {
    #expect(!model.primaryKey.isEmpty, "\(model.name) has a key")
    #expect(Set(model.columns.map(\.name)).count == model.columns.count, "\(model.name) has each column once")
    #expect(model.primaryKey.allSatisfy { !model.columns[$0].isNullable }, "\(model.name)'s key is always there")
    for column in model.columns {
      #expect(leaf(column, of: model, schema), "\(model.name).\(column.name) belongs to a field")
      guard case .reference(let target, let position, let type) = column.role else { continue }
      let other = schema.models[target]
      #expect(other.primaryKey.contains(position) && other.columns[position].type == type, "\(model.name).\(column.name)")
    }
    for key in model.foreignKeys where key.isLinked {
      let target = schema.models[key.target]
      #expect(key.columns.count == key.references.count && !key.columns.isEmpty, "\(model.name)")
      #expect(key.references.allSatisfy(target.columns.indices.contains), "\(model.name) refers to columns")
      #expect(model.fields[key.field].isLinked && !model.columns.contains { $0.field == key.field }, "\(model.name)")
    }
    for key in model.foreignKeys where !key.isLinked {
      #expect(key.references == schema.models[key.target].primaryKey)
      let positions = key.columns.map { column -> Int in
        if case .reference(key.target, let position, _) = model.columns[column].role { position } else { -1 }
      }
      #expect(positions == schema.models[key.target].primaryKey, "\(model.name) refers to the whole key")
    }
    for join in model.joinTables {
      let names = join.ownerColumns + [join.positionColumn].compactMap(\.self) + join.targetColumns
      #expect(Set(names).count == names.count, "\(join.name) has each column once")
      #expect(join.ownerColumns.count == model.primaryKey.count)
      #expect(join.targetColumns.count == schema.models[join.target].primaryKey.count)
    }
    for field in model.fields {
      guard case .inverse(let target, of: let inverse, let isSingle) = field.kind else { continue }
      switch schema.models[target].fields[inverse].kind {
      case .toOne(index, _, _): continue
      case .ordered(index) where !isSingle: continue
      default: Issue.record("\(model.name).\(field.name) refers back")
      }
    }
  }
}

private func leaf(_ column: Column, of model: Model, _ schema: Schema) -> Bool {
  var field = model.fields[column.field]
  for step in column.path {
    guard case .embedded(let structure, _) = field.kind else { return false }
    field = schema.structs[structure].fields[step]
  }
  switch (field.kind, column.role) {
  case (.value(let type, _), .value(let columnType)), (.list(let type), .list(let columnType)):
    return type == columnType
  case (.toOne(let target, _, _), .reference(let columnTarget, _, _)): return target == columnTarget
  default: return false
  }
}
