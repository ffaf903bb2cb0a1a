import TestSupport

/// Changes by which values go to other tables, each with what it means for the rows.
extension Draft {
  // MARK: Names

  /// Two fields exchange their names.
  mutating func swapFields(_ random: inout SplitMix64) {
    let model = random.below(models.count)
    let free = models[model].fields.indices.filter {
      !models[model].fields[$0].isTouched && models[model].fields[$0].kind.isValue
    }
    guard free.count > 1, !isNew(models[model].name) else { return }
    let (first, second) = (free[0], free[free.count - 1])
    let names = (models[model].fields[first].name, models[model].fields[second].name)
    for (field, new, old) in [(first, names.1, names.0), (second, names.0, names.1)] {
      models[model].fields[field].name = new
      models[model].fields[field].formerName = old
      models[model].fields[field].isTouched = true
    }
    let indexes = models[model].indexes
    models[model].indexes[names.0] = indexes[names.1]
    models[model].indexes[names.1] = indexes[names.0]
    models[model].renameValues([names.0: names.1, names.1: names.0])
  }

  /// Two models exchange their names.
  mutating func swapModels(_ random: inout SplitMix64) {
    let free = models.indices.filter { index in
      models[index].formerName == nil && !isNew(models[index].name)
        && models[index].fields.allSatisfy { !$0.isTouched || $0.formerName == nil }
    }
    guard free.count > 1 else { return }
    let (first, second) = (free[0], free[free.count - 1])
    let names = (models[first].name, models[second].name)
    (models[first].formerName, models[second].formerName) = names
    (models[first].name, models[second].name) = (names.1, names.0)
    let exchanged = [names.0: names.1, names.1: names.0]
    for model in models.indices {
      for field in models[model].fields.indices {
        switch models[model].fields[field].kind {
        case .relation(let name): models[model].fields[field].kind = .relation(exchanged[name] ?? name)
        case .list(let name): models[model].fields[field].kind = .list(exchanged[name] ?? name)
        default: break
        }
      }
    }
  }

  // MARK: Lists

  /// A relation becomes a list, or a list a relation.
  mutating func changeList(_ random: inout SplitMix64) {
    let free = models.indices.flatMap { model in
      models[model].fields.indices.map { (model, $0) }.filter {
        !models[$0.0].fields[$0.1].isTouched && models[$0.0].fields[$0.1].kind.target != nil
          && !isNew(models[$0.0].name)
      }
    }
    guard !free.isEmpty else { return }
    let (model, field) = random.element(free)
    let name = models[model].fields[field].name
    models[model].fields[field].isTouched = true
    switch models[model].fields[field].kind {
    case .relation(let target) where models[model].fields[field].column == nil:
      models[model].fields[field].kind = .list(target)
      models[model].fields[field].isOptional = false
      models[model].fields[field].isDistinct = random.chance(50)
      for row in models[model].rows.indices {
        models[model].rows[row][name] = .list((models[model].rows[row][name] ?? .null).number.map { [$0] } ?? [])
      }
    case .list(let target):
      let lists = models[model].rows.map { row in if case .list(let keys)? = row[name] { keys } else { [Int64]() } }
      guard lists.allSatisfy({ $0.count < 2 }) else { return }
      models[model].fields[field].kind = .relation(target)
      models[model].fields[field].isOptional = true
      models[model].fields[field].deleteRule = "nullify"
      models[model].fields[field].mayStop = true
      for row in models[model].rows.indices {
        models[model].rows[row][name] = lists[row].first.map { .integer($0) } ?? .null
      }
    default: break
    }
  }

  // MARK: Structs and models

  /// A struct becomes a model whose keys the database makes.
  mutating func structBecomesModel(_ random: inout SplitMix64) {
    guard !structs.isEmpty else { return }
    let index = random.below(structs.count)
    let item = structs[index]
    let uses = models.flatMap { model in model.fields.filter { $0.kind == .structure(item.name) }.map { (model, $0) } }
    guard !uses.isEmpty, uses.allSatisfy({ !$1.isTouched && !isNew($0.name) }) else { return }
    structs.remove(at: index)
    var made = ModelDraft(name: item.name, key: .counter, isMade: true, fields: item.fields)
    for field in made.fields.indices { made.fields[field].isTouched = true }
    for model in models.indices {
      for field in models[model].fields.indices where models[model].fields[field].kind == .structure(item.name) {
        let name = models[model].fields[field].name
        models[model].fields[field].kind = .relation(item.name)
        models[model].fields[field].isTouched = true
        models[model].fields[field].isDistinct = true
        if random.chance(70) { models[model].fields[field].isOptional = true }
        models[model].fields[field].deleteRule = models[model].fields[field].isOptional ? "nullify" : "restrict"
        for row in models[model].rows.indices {
          var values: [String: Cell] = [:]
          for part in item.fields {
            values[part.name] = models[model].rows[row].removeValue(forKey: "\(name).\(part.name)") ?? .null
          }
          guard values.values.contains(where: { $0 != .null }) else { continue }
          let key = Cell.integer(Int64(made.rows.count + 1))
          values["id"] = key
          made.rows.append(values)
          models[model].rows[row][name] = key
        }
      }
    }
    models.append(made)
  }

  /// A model becomes a struct, if no two rows share one of its rows.
  mutating func modelBecomesStruct(_ random: inout SplitMix64) {
    let candidates = models.indices.filter { canBecomeStruct(models[$0]) }
    guard !candidates.isEmpty else { return }
    let gone = models.remove(at: random.element(candidates))
    reservedModels.append(gone.name)
    let item = StructDraft(name: name("S"), fields: gone.fields)
    structs.append(item)
    for model in models.indices {
      for field in models[model].fields.indices where models[model].fields[field].kind == .relation(gone.name) {
        let name = models[model].fields[field].name
        models[model].fields[field].kind = .structure(item.name)
        models[model].fields[field].isTouched = true
        models[model].fields[field].isDistinct = false
        models[model].fields[field].mayStop = true
        for row in models[model].rows.indices {
          guard let key = models[model].rows[row].removeValue(forKey: name),
            let values = gone.rows.first(where: { $0["id"] == key })
          else { continue }
          for part in item.fields { models[model].rows[row]["\(name).\(part.name)"] = values[part.name] }
        }
      }
    }
  }

  private func canBecomeStruct(_ model: ModelDraft) -> Bool {
    let simple = model.fields.allSatisfy { field in
      switch field.kind {
      case .int64, .text(nil), .bool, .double: !field.isTouched && field.column == nil && field.defaultValue == nil
      default: false
      }
    }
    guard simple, model.key == .counter, model.formerName == nil, !isNew(model.name), models.count > 1,
      model.fields.contains(where: { !$0.isOptional }), model.indexes.isEmpty, model.reserved.isEmpty
    else { return false }
    let uses = models.flatMap { owner in owner.fields.filter { $0.kind.target == model.name }.map { (owner, $0) } }
    guard !uses.isEmpty,
      uses.allSatisfy({ !$1.isTouched && $1.kind == .relation(model.name) && $1.column == nil && !isNew($0.name) })
    else { return false }
    let keys = uses.flatMap { owner, field in owner.rows.compactMap { ($0[field.name] ?? .null).number } }
    return Set(keys).count == keys.count
  }

  // MARK: Moved fields

  /// A field moves along the only relation between two models, before anything else changes.
  mutating func move(_ random: inout SplitMix64) {
    let links = models.indices.flatMap { holder in
      models[holder].fields.filter { if case .relation = $0.kind { true } else { false } }.map { (holder, $0) }
    }
    guard !links.isEmpty else { return }
    for _ in 0..<5 {
      let (holder, link) = random.element(links)
      if move(along: link, of: holder, &random) { return }
    }
  }

  /// - Returns: Whether a field was moved.
  private mutating func move(along link: FieldDraft, of holder: Int, _ random: inout SplitMix64) -> Bool {
    guard let target = models.firstIndex(where: { $0.name == link.kind.target }), target != holder,
      linkCount(holder, target) == 1
    else { return false }
    let belongsToSource = random.chance(50)
    let (sourceModel, targetModel) = belongsToSource ? (holder, target) : (target, holder)
    guard models[sourceModel].fields.count > 1 else { return false }
    let position = random.below(models[sourceModel].fields.count)
    var field = models[sourceModel].fields[position]
    if case .list = field.kind { return false }
    if field.name == link.name || field.column != nil { return false }
    let former = field.name
    let paths = paths(of: field)
    func values(_ row: [String: Cell]) -> [Cell] { paths.map { row[$0] ?? .null } }

    // The row of the source for each of the target.
    var sourceRows: [Int64: [String: Cell]] = [:]
    var rest: [[String: Cell]] = []
    let targetKeys = Set(models[targetModel].rows.compactMap { $0["id"]?.number })
    for row in models[sourceModel].rows {
      let key = belongsToSource ? row[link.name] ?? .null : row["id"] ?? .null
      let hasTarget =
        belongsToSource
        ? key.number.map(targetKeys.contains) ?? false
        : models[targetModel].rows.contains { $0[link.name] == key }
      if !hasTarget {
        if values(row).contains(where: { $0 != .null }) { rest.append(row) }
      } else if let number = key.number {
        // Rows with different values can't share one.
        if let other = sourceRows[number], values(other) != values(row) { return false }
        sourceRows[number] = row
      }
    }
    let canInsert =
      models[targetModel].key == .counter
      && models[targetModel].fields.allSatisfy {
        if case .list = $0.kind { true } else { $0.isOptional || $0.defaultValue != nil }
      }
    if !rest.isEmpty, !canInsert { return false }

    field.name = name("f")
    field.formerName = "\(models[sourceModel].name).\(former)"
    field.mayStop = true
    field.isDistinct = false
    var missing = Cell.null
    if !field.kind.isValue {
      field.isOptional = true
      if case .relation = field.kind { field.deleteRule = "nullify" }
    } else if let value = field.defaultValue {
      missing = value
    } else if !field.isOptional {
      guard let value = backfill(of: field, &random) else { return false }
      missing = value.cell
      field.backfill = value.text
    }
    models[sourceModel].fields.remove(at: position)
    models[sourceModel].indexes[former] = nil
    models[targetModel].fields.append(field)
    let names = Dictionary(uniqueKeysWithValues: paths.map { ($0, field.name + $0.dropFirst(former.count)) })
    func copy(_ source: [String: Cell]?, _ row: inout [String: Cell]) {
      for (old, new) in names { row[new] = source.map { $0[old] ?? .null } ?? missing }
    }
    for row in models[targetModel].rows.indices {
      let key = belongsToSource ? models[targetModel].rows[row]["id"] : models[targetModel].rows[row][link.name]
      copy((key ?? .null).number.flatMap { sourceRows[$0] }, &models[targetModel].rows[row])
    }
    for source in rest {
      var row: [String: Cell] = ["id": .integer(max(models[targetModel].nextKey, 1))]
      for other in models[targetModel].fields { row[other.name] = other.defaultValue }
      if belongsToSource {
        let index = models[sourceModel].rows.firstIndex { $0["id"] == source["id"] }
        if let index { models[sourceModel].rows[index][link.name] = row["id"] }
      } else {
        row[link.name] = source["id"]
      }
      copy(source, &row)
      models[targetModel].rows.append(row)
    }
    for row in models[sourceModel].rows.indices { for path in paths { models[sourceModel].rows[row][path] = nil } }
    for model in [sourceModel, targetModel] {
      for field in models[model].fields.indices { models[model].fields[field].isTouched = true }
    }
    return true
  }

  private func linkCount(_ first: Int, _ second: Int) -> Int {
    let names = (models[first].name, models[second].name)
    return models[first].fields.count { $0.kind == .relation(names.1) }
      + models[second].fields.count { $0.kind == .relation(names.0) }
  }

  private func backfill(of field: FieldDraft, _ random: inout SplitMix64) -> (cell: Cell, text: String)? {
    if case .enumeration(let name) = field.kind {
      guard let item = enums.first(where: { $0.name == name })?.cases.first else { return nil }
      return (.text(item.raw), ".\(item.name)")
    }
    var value = value(of: field, &random)
    if value == .integer(.min) { value = .integer(7) }
    if case .currency = field.kind { value = .integer(1500) }
    return (value, field.literal(value))
  }
}
