import IgataSchema
import IgataTables

/// Values that go from the rows of one model to those of another one.
extension Derivation {
  /// The way from the target's row to the source's, in the old schema.
  private func link(_ move: ValueMove) -> RowLink? {
    guard let link = move.link, let former = match.model(new: move.targetModel) else { return nil }
    let (source, target) = (old(move.sourceModel).name, old(former.old).name)
    let forward = RowLink(
      table: link.belongsToSource ? target : source, columns: link.columns, references: link.references)
    return link.belongsToSource ? forward.reversed(to: source) : forward
  }

  private func sourceMatch(_ move: ValueMove) -> ModelMatch? { match.models.first { $0.old == move.sourceModel } }

  /// The source's value of a column of the target.
  private func sourceCell(_ column: Int, _ source: Int, _ move: ValueMove) -> DerivedCell {
    let columns = ColumnMatch(old: source, new: column)
    // A row that is inserted for a struct is made of one that exists.
    var mayBeNull = false
    if case .structBecameModel = move.kind { mayBeNull = !tables.isOptional(source, of: move.sourceModel) }
    return kept(
      columns, from: move.sourceModel, in: move.targetModel, tables.comparedColumn(columns, of: move),
      mayBeNull: mayBeNull)
  }

  // MARK: The target

  /// A column of a row that stays, whose value another row had.
  func movedCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    for move in match.valueMoves where move.targetModel == model.new {
      guard let link = link(move) else { continue }
      let compared = tables.comparedColumn(new: column, of: model.new)
      if let source = move.oldColumn(of: column) {
        let isThere = tables.hasStructWithoutSource(column, of: move)
        let other = cellWithoutSource(compared, move, model, isThere: isThere)
        return .linked(link, sourceCell(column, source, move), none: other)
      }
      let presence = tables.structPresence(ofColumn: column, of: move)
      guard isInMovedStruct(column, of: move, presence) else { continue }
      let added = addedCell(compared.new, compared.backfill, of: model.old)
      guard compared.new.isNullable else { return added }
      let hasOther = move.kind == .fieldsMoved && tables.hasStructWithoutSource(column, of: move)
      return .linked(link, inStruct(presence, added), none: hasOther ? added : .constant(nil))
    }
    return nil
  }

  /// Whether a new column is a part of a struct that the source gives.
  private func isInMovedStruct(_ column: Int, of move: ValueMove, _ presence: StructPresence) -> Bool {
    let columns = match.new.models[move.targetModel].columns
    if case .modelBecameStruct(let field) = move.kind { return columns[column].field == field }
    return presence != .always && move.columns.contains { columns[$0.new].field == columns[column].field }
  }

  /// The value of a row of the target without one of the source.
  ///
  /// - Parameter isThere: Whether such a row has the optional struct that the column is a part of.
  private func cellWithoutSource(
    _ compared: ComparedColumn, _ move: ValueMove, _ model: ModelMatch, isThere: Bool
  ) -> DerivedCell {
    let backfill = compared.backfill.flatMap { $0.needsOldValue ? nil : $0 }
    if move.kind == .fieldsMoved {
      return isThere ? addedCell(compared.new, backfill, of: nil) : .constant(nil)
    }
    if compared.new.isNullable { return .constant(nil) }
    return backfill.flatMap { value(of: $0, compared.new, old(model.old), nil) } ?? .missing
  }

  // MARK: Inserted rows

  /// The rows that are inserted for those of the source that pass a test.
  private struct Insertion {
    let rows: InsertedRows
    let test: RowTest
  }

  /// `nil` if the target gets no rows.
  private func insertion(_ move: ValueMove) -> Insertion? {
    guard let rows = tables.insertedRows(for: move), rows.problems.isEmpty else { return nil }
    return Insertion(rows: rows, test: isInserted(move))
  }

  /// Whether a row of the source has a value to give.
  private func hasValue(_ move: ValueMove) -> RowTest {
    let columns = move.columns.map(\.old)
    return columns.contains { !old(move.sourceModel).columns[$0].isNullable } ? .always : .hasAny(columns)
  }

  private func lacksTarget(_ move: ValueMove) -> RowTest {
    guard let link = link(move), let target = match.model(new: move.targetModel) else { return .always }
    return .not(.hasLinked(link.reversed(to: old(target.old).name)))
  }

  private func isInserted(_ move: ValueMove) -> RowTest {
    if move.link != nil { return .both(lacksTarget(move), hasValue(move)) }
    // Nothing but a required relation needs a row for one of the source without values.
    if let link = move.newLink, link.belongsToSource, let source = sourceMatch(move) {
      let isRequired = link.columns.allSatisfy { column in
        let compared = tables.comparedColumn(new: column, of: source.new)
        return !compared.new.isNullable && compared.backfill == nil
      }
      if isRequired { return .always }
    }
    return hasValue(move)
  }

  /// The rows that are inserted into the target; `nil` if there are none.
  func insertedRows(_ move: ValueMove) -> DerivedRows? {
    insertion(move).map { insertion in
      DerivedRows(
        source: old(move.sourceModel).name, test: insertion.test,
        cells: new(move.targetModel).columns.indices.map { insertedCell($0, insertion, move) })
    }
  }

  private func insertedCell(_ column: Int, _ insertion: Insertion, _ move: ValueMove) -> DerivedCell {
    switch insertion.rows.values[column] {
    case .moved(let source): sourceCell(column, source, move)
    case .sourceKey(let reference): sourceMatch(move).map { ownCell(reference, of: $0) } ?? .missing
    case .generatedKey: generatedKey(column, insertion, move)
    case .added:
      inStruct(
        tables.structPresence(ofColumn: column, of: move),
        addedCell(
          new(move.targetModel).columns[column],
          tables.comparedColumn(new: column, of: move.targetModel).backfill, of: nil))
    case .omitted: .unknown
    case .missing: .missing
    }
  }

  private func generatedKey(_ column: Int, _ insertion: Insertion, _ move: ValueMove) -> DerivedCell {
    let (source, target) = (old(move.sourceModel), new(move.targetModel))
    guard target.columns[column].defaultValue == .autoincrement else {
      let matched = sourceMatch(move).flatMap { model in
        new(model.new).primaryKey.allSatisfy { model.oldColumn(of: $0) != nil } ? model : nil
      }
      let keys =
        matched.map { model in new(model.new).primaryKey.map { ownCell($0, of: model) } }
        ?? source.primaryKey.map { identity($0, source.columns[$0]) }
      return .derivedUUID(name: keyName(column, move), of: keys)
    }
    let former = match.model(new: move.targetModel)
    let earlier = match.valueMoves.prefix { $0 != move }.filter { $0.targetModel == move.targetModel }
      .compactMap { other in
        self.insertion(other).map { KeyedRows(source: old(other.sourceModel).name, test: $0.test) }
      }
    return .rank(
      within: [], by: source.primaryKey, where: insertion.test,
      continues: KeyCounter(
        table: former.map { old($0.old).name }, key: former.flatMap { $0.oldColumn(of: column) }, earlier: earlier))
  }

  /// The name by which UUIDs are derived: that of the relation, as for wrappers.
  private func keyName(_ column: Int, _ move: ValueMove) -> String {
    let target = new(move.targetModel)
    guard let link = move.newLink,
      let holder = link.belongsToSource ? sourceMatch(move).map(\.new) : move.targetModel
    else { return target.model }
    let name = "\(new(holder).model).\(match.new.models[holder].fields[link.field].name)"
    return target.primaryKey.contains(column) ? name : "\(name).\(target.columns[column].name)"
  }

  // MARK: The source

  /// A column by which a row of the source refers to the one that is inserted for it.
  func referenceCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    for move in match.valueMoves where move.sourceModel == model.old {
      guard let link = move.newLink, link.belongsToSource, let part = link.columns.firstIndex(of: column),
        let insertion = insertion(move)
      else { continue }
      let key = insertedCell(link.references[part], insertion, move)
      if move.link != nil { return .when(insertion.test, key, ownCell(column, of: model)) }
      let compared = tables.comparedColumn(new: column, of: model.new)
      let other = compared.backfill.flatMap { value(of: $0, compared.new, old(model.old), nil) }
      return .when(insertion.test, key, other ?? .constant(nil))
    }
    return nil
  }

  // MARK: Refusals

  func refusals(_ move: ValueMove) -> [RowRefusal] {
    guard let link = move.link, move.kind == .fieldsMoved else { return [] }
    let source = old(move.sourceModel).name
    var refusals: [RowRefusal] = []
    if link.belongsToSource {
      // Several rows of the source for one of the target.
      refusals.append(
        RowRefusal(table: source, condition: .differs(within: link.columns, values: move.columns.map(\.old))))
    }
    // The values of a model that is kept have to go somewhere.
    if sourceMatch(move) != nil, insertion(move) == nil {
      refusals.append(RowRefusal(table: source, condition: .test(.both(lacksTarget(move), hasValue(move)))))
    }
    return refusals
  }

  /// The rows of models that became structs: each belongs to one owner.
  func sharedModels() -> [RowRefusal] {
    var links: [Int: [RowLink]] = [:]
    for move in match.valueMoves {
      guard case .modelBecameStruct = move.kind, let link = link(move),
        let target = match.model(new: move.targetModel)
      else { continue }
      links[move.sourceModel, default: []].append(link.reversed(to: old(target.old).name))
    }
    return links.sorted { $0.key < $1.key }.map { model, links in
      let isReserved = match.new.reservedModels.contains { $0.name == old(model).model }
      return RowRefusal(table: old(model).name, condition: .count(links, allowed: (isReserved ? 0 : 1)...1))
    }
  }
}
