extension Schema {
  /// The members of the generated Swift type that lead to the value of a column: `["name"]`, `["home", "city"]` for a
  /// struct, and `["ownerID"]` for a relation, followed by the part of the key if the key has several columns.
  public func memberPath(of column: Column, in model: Model) -> [String] {
    if case .reference(let target, let targetColumn, _) = column.role {
      let key = model.fields[column.field].name + "ID"
      guard models[target].primaryKey.count > 1 else { return [key] }
      return [key] + memberPath(of: models[target].columns[targetColumn], in: models[target])
    }
    let name = model.fields[column.field].name
    return column.path.isEmpty ? [name] : [name] + pathNames(of: column, in: model)
  }

  func memberPath(of column: Int, in model: Int) -> [String] {
    memberPath(of: models[model].columns[column], in: models[model])
  }
}
