import IgataSchema
import IgataTables

/// Values that go from the rows of one model to those of another one.
extension Derivation {
  /// The way from the taker's row to the giver's, in the old schema.
  private func link(_ taking: Taking) -> RowLink? {
    guard let link = taking.link, let taker = match.model(new: taking.taker) else { return nil }
    let forward = RowLink(
      table: link.isGivers ? old(taker.old).name : old(taking.giver).name, columns: link.columns,
      references: link.references)
    return link.isGivers ? forward.reversed(to: old(taking.giver).name) : forward
  }

  private func givers(_ taking: Taking) -> ModelMatch? { match.models.first { $0.old == taking.giver } }

  /// The giver's value of a column of the taker.
  private func given(_ column: Int, _ source: Int, _ taking: Taking) -> DerivedCell {
    let columns = ColumnMatch(old: source, new: column)
    // A row that is made for a struct is made of one that exists.
    var mayBeNull = false
    if case .structBecameModel = taking.kind { mayBeNull = !tables.isOptional(source, of: taking.giver) }
    return kept(
      columns, from: taking.giver, in: taking.taker, tables.comparedColumn(columns, of: taking), mayBeNull: mayBeNull)
  }

  // MARK: The taker

  /// A column of a row that stays, whose value another row had.
  func takenCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    for taking in match.takings where taking.taker == model.new {
      guard let link = link(taking) else { continue }
      let compared = tables.comparedColumn(new: column, of: model.new)
      if let source = taking.oldColumn(of: column) {
        let isThere = tables.structs.isThereWithoutGiver(column, of: taking)
        let other = withoutGiver(compared, taking, model, isThere: isThere)
        return .linked(link, given(column, source, taking), none: other)
      }
      let presence = tables.structs.presence(ofColumn: column, of: taking)
      guard isGiven(column, by: taking, presence) else { continue }
      let added = addedCell(compared.new, compared.backfill, of: model.old)
      guard compared.new.isNullable else { return added }
      let hasOther = taking.kind == .fieldsMoved && tables.structs.isThereWithoutGiver(column, of: taking)
      return .linked(link, inStruct(presence, added), none: hasOther ? added : .constant(nil))
    }
    return nil
  }

  /// Whether a new column is a part of a struct that a giver gives.
  private func isGiven(_ column: Int, by taking: Taking, _ presence: StructPresence) -> Bool {
    let columns = match.new.models[taking.taker].columns
    if case .modelBecameStruct(let field) = taking.kind { return columns[column].field == field }
    return presence != .always && taking.columns.contains { columns[$0.new].field == columns[column].field }
  }

  /// The value of a row without a giver.
  ///
  /// - Parameter isThere: Whether such a row has the optional struct that the column is a part of.
  private func withoutGiver(
    _ compared: ComparedColumn, _ taking: Taking, _ model: ModelMatch, isThere: Bool
  ) -> DerivedCell {
    let backfill = compared.backfill.flatMap { $0.needsOldValue ? nil : $0 }
    if taking.kind == .fieldsMoved {
      return isThere ? addedCell(compared.new, backfill, of: nil) : .constant(nil)
    }
    if compared.new.isNullable { return .constant(nil) }
    return backfill.flatMap { value(of: $0, compared.new, old(model.old), nil) } ?? .missing
  }

  // MARK: Rows that are made

  private struct Made {
    let rows: MadeRows
    let test: RowTest
  }

  /// The rows that the taker gets; `nil` if it gets none.
  private func madeRows(_ taking: Taking) -> Made? {
    guard let rows = tables.madeRows(of: taking), rows.problems.isEmpty else { return nil }
    return Made(rows: rows, test: isMade(taking))
  }

  /// Whether a giver has a value to give.
  private func hasValue(_ taking: Taking) -> RowTest {
    let columns = taking.columns.map(\.old)
    return columns.contains { !old(taking.giver).columns[$0].isNullable } ? .always : .hasAny(columns)
  }

  private func lacksTaker(_ taking: Taking) -> RowTest {
    guard let link = link(taking), let taker = match.model(new: taking.taker) else { return .always }
    return .not(.hasLinked(link.reversed(to: old(taker.old).name)))
  }

  private func isMade(_ taking: Taking) -> RowTest {
    if taking.link != nil { return .both(lacksTaker(taking), hasValue(taking)) }
    // Nothing but a required relation needs a row for a giver without values.
    if let link = taking.newLink, link.isGivers, let giver = givers(taking) {
      let isRequired = link.columns.allSatisfy { column in
        let compared = tables.comparedColumn(new: column, of: giver.new)
        return !compared.new.isNullable && compared.backfill == nil
      }
      if isRequired { return .always }
    }
    return hasValue(taking)
  }

  func made(_ taking: Taking) -> DerivedRows? {
    madeRows(taking).map { made in
      DerivedRows(
        source: old(taking.giver).name, test: made.test,
        cells: new(taking.taker).columns.indices.map { madeCell($0, made, taking) })
    }
  }

  private func madeCell(_ column: Int, _ made: Made, _ taking: Taking) -> DerivedCell {
    switch made.rows.values[column] {
    case .taken(let source): given(column, source, taking)
    case .giver(let reference): givers(taking).map { ownCell(reference, of: $0) } ?? .missing
    case .key: madeKey(column, made, taking)
    case .added:
      inStruct(
        tables.structs.presence(ofColumn: column, of: taking),
        addedCell(
          new(taking.taker).columns[column], tables.comparedColumn(new: column, of: taking.taker).backfill, of: nil))
    case .omitted: .unknown
    case .missing: .missing
    }
  }

  private func madeKey(_ column: Int, _ made: Made, _ taking: Taking) -> DerivedCell {
    let (giver, taker) = (old(taking.giver), new(taking.taker))
    guard taker.columns[column].defaultValue == .autoincrement else {
      let matched = givers(taking).flatMap { model in
        new(model.new).primaryKey.allSatisfy { model.oldColumn(of: $0) != nil } ? model : nil
      }
      let keys =
        matched.map { model in new(model.new).primaryKey.map { ownCell($0, of: model) } }
        ?? giver.primaryKey.map { identity($0, giver.columns[$0]) }
      return .derivedUUID(name: keyName(column, taking), of: keys)
    }
    let former = match.model(new: taking.taker)
    let earlier = match.takings.prefix { $0 != taking }.filter { $0.taker == taking.taker }.compactMap { other in
      madeRows(other).map { KeyedRows(source: old(other.giver).name, test: $0.test) }
    }
    return .rank(
      within: [], by: giver.primaryKey, where: made.test,
      continues: KeyCounter(
        table: former.map { old($0.old).name }, key: former.flatMap { $0.oldColumn(of: column) }, earlier: earlier))
  }

  /// The name by which UUIDs are derived: that of the relation, as for wrappers.
  private func keyName(_ column: Int, _ taking: Taking) -> String {
    let taker = new(taking.taker)
    guard let link = taking.newLink,
      let holder = link.isGivers ? givers(taking).map(\.new) : taking.taker
    else { return taker.model }
    let name = "\(new(holder).model).\(match.new.models[holder].fields[link.field].name)"
    return taker.primaryKey.contains(column) ? name : "\(name).\(taker.columns[column].name)"
  }

  // MARK: The giver

  /// A column by which a giver refers to the row that is made for it.
  func referenceCell(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    for taking in match.takings where taking.giver == model.old {
      guard let link = taking.newLink, link.isGivers, let part = link.columns.firstIndex(of: column),
        let made = madeRows(taking)
      else { continue }
      let key = madeCell(link.references[part], made, taking)
      if taking.link != nil { return .when(made.test, key, ownCell(column, of: model)) }
      let compared = tables.comparedColumn(new: column, of: model.new)
      let other = compared.backfill.flatMap { value(of: $0, compared.new, old(model.old), nil) }
      return .when(made.test, key, other ?? .constant(nil))
    }
    return nil
  }

  // MARK: Refusals

  func refusals(_ taking: Taking) -> [RowRefusal] {
    guard let link = taking.link, taking.kind == .fieldsMoved else { return [] }
    let giver = old(taking.giver)
    var refusals: [RowRefusal] = []
    if link.isGivers {
      // Several givers of one taker.
      refusals.append(
        RowRefusal(
          table: giver.name, condition: .differs(within: link.columns, values: taking.columns.map(\.old))))
    }
    // The values of a giver that is kept have to go somewhere.
    if givers(taking) != nil, madeRows(taking) == nil {
      refusals.append(
        RowRefusal(table: giver.name, condition: .test(.both(lacksTaker(taking), hasValue(taking)))))
    }
    return refusals
  }

  /// The rows of models that became structs: each belongs to one owner.
  func sharedModels() -> [RowRefusal] {
    var links: [Int: [RowLink]] = [:]
    for taking in match.takings {
      guard case .modelBecameStruct = taking.kind, let link = link(taking),
        let taker = match.model(new: taking.taker)
      else { continue }
      links[taking.giver, default: []].append(link.reversed(to: old(taker.old).name))
    }
    return links.sorted { $0.key < $1.key }.map { giver, links in
      let isReserved = match.new.reservedModels.contains { $0.name == old(giver).model }
      return RowRefusal(
        table: old(giver).name, condition: .count(links, allowed: (isReserved ? 0 : 1)...1))
    }
  }
}
