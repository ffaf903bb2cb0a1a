import IgataSchema
import IgataTables

/// Relations whose columns change, and lists.
extension Derivation {
  /// The way from a row of a model of the old schema along a foreign key.
  private func link(_ key: ForeignKey) -> RowLink {
    RowLink(table: old(key.target).name, columns: key.columns, references: key.references)
  }

  /// The foreign keys of a relation to the same model in both schemas, whose columns are its own.
  private func sameRelation(_ field: FieldMatch, _ model: ModelMatch) -> (old: ForeignKey, new: ForeignKey)? {
    guard let before = match.old.models[model.old].foreignKey(of: field.old),
      let after = match.new.models[model.new].foreignKey(of: field.new),
      !before.isLinked, !after.isLinked, match.model(new: after.target)?.old == before.target
    else { return nil }
    return (before, after)
  }

  /// A column that refers to a row by what is new in its key, or by what a backfill replaces there.
  func followedCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    guard model.oldColumn(of: column) == nil else {
      return replacedKey(column, of: model).map { .firstNonNull($0, ownCell(column, of: model)) }
    }
    for field in model.fields {
      guard let keys = sameRelation(field, model), let part = keys.new.columns.firstIndex(of: column),
        let target = match.model(new: keys.new.target)
      else { continue }
      return orBackfill(
        .linked(link(keys.old), ownCell(keys.new.references[part], of: target), none: .constant(nil)), column, model)
    }
    return nil
  }

  /// The new value of the column to which another one refers, if it isn't converted by itself.
  private func replacedKey(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    guard let source = model.oldColumn(of: column) else { return nil }
    for after in match.new.models[model.new].foreignKeys {
      guard let part = after.columns.firstIndex(of: column), let target = match.model(new: after.target),
        target.new != model.new || after.references[part] != column,
        let before = match.old.models[model.old].foreignKeys.first(where: {
          $0.target == target.old && $0.columns.contains(source)
        })
      else { continue }
      switch cell(after.references[part], of: target) {
      case .kept(let kept) where kept.fitting == .nothing && kept.replacement == nil: continue
      case let cell: return .linked(link(before), cell, none: .constant(nil))
      }
    }
    return nil
  }

  /// A value, or the backfill of a column that needs one.
  private func orBackfill(_ cell: DerivedCell, _ column: Int, _ model: ModelMatch) -> DerivedCell {
    let compared = tables.comparedColumn(new: column, of: model.new)
    guard !compared.new.isNullable, let backfill = compared.backfill,
      let value = value(of: backfill, compared.new, old(model.old), nil)
    else { return cell }
    return .firstNonNull(cell, value)
  }

  /// A column of a relation that leads to another model than before: what its old values mean is over.
  func otherTargetCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    guard model.oldColumn(of: column) == nil else { return nil }
    for field in model.fields {
      guard let before = match.old.models[model.old].foreignKey(of: field.old),
        let after = match.new.models[model.new].foreignKey(of: field.new),
        !after.isLinked, match.model(new: after.target)?.old != before.target, after.columns.contains(column),
        let source = before.columns.first
      else { continue }
      let backfill = tables.comparedColumn(new: column, of: model.new).backfill
      return kept(source, old(model.old), new(model.new).columns[column], backfill, isRejected: true)
    }
    return nil
  }

  // MARK: Lists

  /// The table of a list of a model.
  private func join(_ field: Int, of model: Int, in tables: [ModelTable], _ schema: Schema) -> Table? {
    guard let relation = schema.models[model].relationFields.firstIndex(of: field) else { return nil }
    return tables[model].table.joinTable(relation, to: tables[tables[model].targets[relation]].table)
  }

  /// The tables of the lists of a new model.
  func lists(of model: Int) -> [DerivedTable] {
    match.new.models[model].joinTables.compactMap { list in
      guard let table = join(list.field, of: model, in: tables.new, match.new) else { return nil }
      guard let owner = match.model(new: model), let field = owner.fields.first(where: { $0.new == list.field }),
        let target = match.model(new: list.target)
      else { return DerivedTable(table: table, rows: []) }
      let rows = keptList(table, field, owner, target) ?? filledList(table, field, owner, target)
      return DerivedTable(table: table, rows: rows.map { [$0] } ?? [])
    }
  }

  /// The rows of a list that both schemas have.
  private func keptList(
    _ table: Table, _ field: FieldMatch, _ owner: ModelMatch, _ target: ModelMatch
  ) -> DerivedRows? {
    guard case .ordered(let formerTarget) = match.old.models[owner.old].fields[field.old].kind,
      formerTarget == target.old, let before = join(field.old, of: owner.old, in: tables.old, match.old)
    else { return nil }
    var cells = table.columns.map { _ in DerivedCell.missing }
    for (end, model) in [owner, target].enumerated() {
      let link = RowLink(
        table: old(model.old).name, columns: before.relations[end].kind.columns, references: old(model.old).primaryKey)
      for (column, key) in zip(table.relations[end].kind.columns, new(model.new).primaryKey) {
        cells[column] = .linked(link, cell(key, of: model), none: .missing)
      }
    }
    if let position = table.positionColumn {
      cells[position] =
        before.positionColumn.map { identity($0, before.columns[$0]) }
        ?? .rank(
          within: before.relations[0].kind.columns, by: before.relations[1].kind.columns, where: .always,
          continues: nil)
    }
    return DerivedRows(source: before.name, test: .always, cells: cells)
  }

  /// The rows of a list that was a relation: each has one element.
  private func filledList(
    _ table: Table, _ field: FieldMatch, _ owner: ModelMatch, _ target: ModelMatch
  ) -> DerivedRows? {
    guard let key = match.old.models[owner.old].foreignKey(of: field.old),
      key.target == target.old
    else { return nil }
    var cells = table.columns.map { _ in DerivedCell.constant(.integer(0)) }
    for (column, part) in zip(table.relations[0].kind.columns, new(owner.new).primaryKey) {
      cells[column] = cell(part, of: owner)
    }
    for (column, part) in zip(table.relations[1].kind.columns, new(target.new).primaryKey) {
      cells[column] = .linked(link(key), cell(part, of: target), none: .missing)
    }
    return DerivedRows(source: old(owner.old).name, test: .hasAll(key.columns), cells: cells)
  }

  /// The list that a relation was, seen from its owner.
  private func formerList(_ field: FieldMatch, _ model: ModelMatch) -> (join: Table, elements: RowLink)? {
    guard case .ordered = match.old.models[model.old].fields[field.old].kind,
      case .toOne = match.new.models[model.new].fields[field.new].kind,
      let join = join(field.old, of: model.old, in: tables.old, match.old)
    else { return nil }
    let elements = RowLink(
      table: join.name, columns: old(model.old).primaryKey, references: join.relations[0].kind.columns)
    return (join, elements)
  }

  /// A column of a relation that was a list: that of its only element.
  func listCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    for field in model.fields {
      guard let list = formerList(field, model),
        let key = match.new.models[model.new].foreignKey(of: field.new),
        let part = key.columns.firstIndex(of: column), let target = match.model(new: key.target)
      else { continue }
      let element = RowLink(
        table: old(target.old).name, columns: list.join.relations[1].kind.columns,
        references: old(target.old).primaryKey)
      let value = DerivedCell.linked(
        element, cell(key.references[part], of: target), none: .constant(nil))
      return orBackfill(.linked(list.elements, value, none: .constant(nil)), column, model)
    }
    return nil
  }

  /// Lists with several elements, which become relations to one.
  func listRefusals() -> [RowRefusal] {
    match.models.flatMap { model in
      model.fields.compactMap { field in
        formerList(field, model).map {
          RowRefusal(table: old(model.old).name, condition: .count([$0.elements], allowed: 0...1))
        }
      }
    }
  }
}
