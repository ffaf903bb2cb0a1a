import IgataDiagnostics
import IgataSchema
import IgataTables

/// Checks for features that Citus doesn't support.
extension CitusScope {
  var diagnostics: [Diagnostic] { schema.models.indices.flatMap(diagnostics) }

  private func diagnostics(of index: Int) -> [Diagnostic] {
    let model = schema.models[index]
    guard placements[index] != nil else { return [unclear(model)] }
    return keyProblems(of: index) + uniqueProblems(of: index)
      + model.foreignKeys.compactMap { problem($0, of: index) } + model.joinTables.compactMap { problem($0, of: index) }
  }

  private func unclear(_ model: Model) -> Diagnostic {
    let field = model.distributionField.map { model.fields[$0].name } ?? ""
    return .citusDistribution(
      "rows of '\(model.name)' can't be distributed by '\(field)', which has several columns",
      at: model.distribution?.range ?? model.origin.range,
      help: "distribute the model that '\(field)' refers to by a part of its key, or choose a field with one column")
  }

  private func keyProblems(of index: Int) -> [Diagnostic] {
    let model = schema.models[index]
    guard let distribution = model.distribution, let column = distributionColumn(of: index) else { return [] }
    var problems: [Diagnostic] = []
    if let key = model.primaryKey.first, model.isGeneratedKey(key),
      PostgreSQLDialect().typeName(of: scope.tables[index].table.columns[key].type) != "bigint"
    {
      problems.append(
        .citusKey(
          "Citus can't generate keys of type '\(schema.name(of: model.columns[key].type))' in '\(model.name)'",
          at: model.fields[model.columns[key].field].origin.range, help: "change its type to 'Int64'",
          distribution: distribution.range))
    }
    let fields = fieldNames(of: model.primaryKey, in: model)
    guard !model.primaryKey.contains(column), !model.primaryKey.contains(where: { isMade($0, of: model) }) else {
      return problems
    }
    let names = [model.fields[model.columns[column].field].name] + fields
    problems.append(
      .citusKey(
        "the key of '\(model.name)' does not contain the distribution column",
        at: model.columns.indices.contains(model.primaryKey.first ?? -1)
          ? model.fields[model.columns[model.primaryKey[0]].field].origin.range : model.origin.range,
        help: "write 'primaryKey(\(names.joined(separator: ", ")))'", distribution: distribution.range))
    return problems
  }

  /// Whether the values of a column are generated so that they differ on all servers.
  private func isMade(_ column: Int, of model: Model) -> Bool {
    switch model.fields[model.columns[column].field].defaultValue {
    case .uuid, .uuid7, .cuid, .ulid, .autoincrement: true
    default: false
    }
  }

  private func uniqueProblems(of index: Int) -> [Diagnostic] {
    let model = schema.models[index]
    guard let distribution = model.distribution, let column = distributionColumn(of: index) else { return [] }
    return model.uniques.filter { !$0.parts.contains { $0.column == column && $0.function == nil } }.map { unique in
      let columns = unique.parts.map(\.column)
      let names = [model.fields[model.columns[column].field].name] + fieldNames(of: columns, in: model)
      let field = columns.first.map { model.fields[model.columns[$0].field].origin.range }
      return .citusKey(
        "a unique constraint of '\(model.name)' does not contain the distribution column",
        at: field ?? model.origin.range,
        help: "write 'unique(\(names.joined(separator: ", ")))'", distribution: distribution.range)
    }
  }

  private func fieldNames(of columns: [Int], in model: Model) -> [String] {
    var names: [String] = []
    for column in columns {
      let name = model.fields[model.columns[column].field].name
      if names.last != name { names.append(name) }
    }
    return names
  }

  private func problem(_ key: ForeignKey, of index: Int) -> Diagnostic? {
    let field = schema.models[index].fields[key.field]
    if let problem = problem(key.updateRule, of: field, in: index) { return problem }
    guard case .refused(let reason, let help) = link(key, of: index), key.deleteRule != .noAction else { return nil }
    return .citusRelation(
      field.name, reason, at: field.origin.range,
      help: help + "; with '@onDelete(noAction)' the relation is kept without a foreign key")
  }

  private func problem(_ rule: UpdateRule?, of field: Field, in index: Int) -> Diagnostic? {
    guard rule == .cascade, schema.models[index].distribution != nil else { return nil }
    return .citusRelation(
      field.name, "Citus does not change the keys of distributed rows", at: field.origin.range,
      help: "remove '@onUpdate(cascade)'")
  }

  private func problem(_ join: JoinTable, of index: Int) -> Diagnostic? {
    let model = schema.models[index]
    let field = model.fields[join.field]
    if let problem = problem(join.updateRule, of: field, in: index) { return problem }
    let target = schema.models[join.target].name
    let reason: String
    var help = "write a model for the pairs, with a field to distribute them by"
    switch (placements[index], placements[join.target]) {
    case (.distributed, .reference) where distributionColumn(of: join, of: index) != nil: return nil
    case (.distributed, .reference):
      reason = "its table has the key of '\(model.name)', which does not contain the distribution column"
    case (.local, .local), (.local, .reference), (.reference, .reference), (nil, _), (_, nil): return nil
    default:
      reason = "its rows would refer to '\(target)' on other servers"
      help = "write 'reference' in '\(target)', or write a model for the pairs"
    }
    return .citusRelation(field.name, reason, at: field.origin.range, help: help)
  }
}
