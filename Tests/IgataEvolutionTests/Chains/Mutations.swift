import TestSupport

/// Changes of a schema, each with what it means for the rows.
extension Draft {
  mutating func mutate(_ random: inout SplitMix64) {
    switch random.below(30) {
    case 0, 1: addOptional(&random)
    case 2, 3: addRequired(&random)
    case 4: addComputed(&random)
    case 5, 6: change(&random) { draft, model, field, _ in draft.rename(model, field) }
    case 7: renameModel(&random)
    case 8: removeField(&random)
    case 9: change(&random) { $0.require($1, &$3, $2) }
    case 10:
      change(&random) { draft, model, field, _ in
        if case .list = draft.models[model].fields[field].kind { return }
        draft.models[model].fields[field].isOptional = true
      }
    case 11, 12: change(&random) { $0.bound($1, &$3, $2) }
    case 13, 14, 15: change(&random) { $0.convert($1, &$3, $2) }
    case 16, 17, 18: mutateEnum(&random)
    case 19: addModel(&random)
    case 20: toggleIndex(&random)
    case 21: swapFields(&random)
    case 22: swapModels(&random)
    case 23, 27: changeList(&random)
    case 24: structBecomesModel(&random)
    case 25, 26, 28: modelBecomesStruct(&random)
    default:
      change(&random) { draft, model, field, _ in
        if draft.models[model].fields[field].column == nil, draft.hasColumn(draft.models[model].fields[field]) {
          draft.models[model].fields[field].column = draft.name("k")
        }
      }
    }
  }

  /// Changes a field that this step hasn't changed.
  private mutating func change(
    _ random: inout SplitMix64, _ body: (inout Draft, Int, Int, inout SplitMix64) -> Void
  ) {
    let model = random.below(models.count)
    let free = models[model].fields.indices.filter { !models[model].fields[$0].isTouched }
    guard !free.isEmpty else { return }
    let field = random.element(free)
    models[model].fields[field].isTouched = true
    body(&self, model, field, &random)
  }

  private mutating func setRows(_ model: Int, _ field: Int, _ value: (Cell) -> Cell) {
    let name = models[model].fields[field].name
    for row in models[model].rows.indices {
      models[model].rows[row][name] = value(models[model].rows[row][name] ?? .null)
    }
  }

  // MARK: Fields

  private mutating func addOptional(_ random: inout SplitMix64) {
    let model = random.below(models.count)
    var field = newField(&random)
    if case .list = field.kind { field.isOptional = false } else { field.isOptional = true }
    field.isTouched = true
    models[model].fields.insert(field, at: random.below(models[model].fields.count + 1))
  }

  /// A required field with a default or a backfill. It can have the name of a column that is gone.
  private mutating func addRequired(_ random: inout SplitMix64) {
    let model = random.below(models.count)
    var field = newField(&random)
    guard field.kind.isValue else { return }
    if case .enumeration = field.kind { return }
    field.isOptional = false
    field.isTouched = true
    var value = value(of: field, &random)
    if value == .integer(.min) { value = .integer(7) }
    if case .currency = field.kind { value = .integer(random.element([0, 1500, 2501])) }
    if random.chance(50) { field.defaultValue = value } else { field.backfill = field.literal(value) }
    models[model].fields.append(field)
    setRows(model, models[model].fields.count - 1) { _ in value }
  }

  /// A text that is computed from another field.
  private mutating func addComputed(_ random: inout SplitMix64) {
    let model = random.below(models.count)
    let sources = models[model].fields.filter {
      if case .text = $0.kind { !$0.isTouched && !$0.isOptional } else { false }
    }
    guard let source = sources.first else { return }
    var field = FieldDraft(name: name("f"), kind: .text(nil), isOptional: false)
    field.backfill = "sql: \"{\(source.name)} || '-' || {id}\""
    field.isTouched = true
    models[model].fields.append(field)
    for row in models[model].rows.indices {
      let text = models[model].rows[row][source.name]?.printed ?? ""
      let id = models[model].rows[row]["id"]?.printed ?? ""
      models[model].rows[row][field.name] = .text("\(text)-\(id)")
    }
    // The source keeps its name in this step.
    for index in models[model].fields.indices where models[model].fields[index].name == source.name {
      models[model].fields[index].isTouched = true
    }
  }

  private mutating func rename(_ model: Int, _ field: Int) {
    let old = models[model].fields[field].name
    let new = name("f")
    models[model].fields[field].name = new
    models[model].fields[field].formerName = old
    if let isUnique = models[model].indexes.removeValue(forKey: old) { models[model].indexes[new] = isUnique }
    models[model].renameValues([old: new])
  }

  private mutating func renameModel(_ random: inout SplitMix64) {
    let index = random.below(models.count)
    guard models[index].formerName == nil else { return }
    let old = models[index].name
    let new = name("M")
    // A model that was added in this step has no former name.
    guard models[index].fields.allSatisfy({ !$0.isTouched || $0.formerName == nil }) else { return }
    models[index].formerName = isNew(old) ? nil : old
    models[index].name = new
    for model in models.indices {
      for field in models[model].fields.indices {
        switch models[model].fields[field].kind {
        case .relation(old): models[model].fields[field].kind = .relation(new)
        case .list(old): models[model].fields[field].kind = .list(new)
        default: break
        }
      }
    }
  }

  func isNew(_ model: String) -> Bool { models.first { $0.name == model }.map { $0.isMade || $0.rows.isEmpty } ?? true }

  private mutating func removeField(_ random: inout SplitMix64) {
    change(&random) { draft, model, field, random in
      guard draft.models[model].fields.count > 1, !draft.isNew(draft.models[model].name) else { return }
      let removed = draft.models[model].fields.remove(at: field)
      draft.models[model].indexes[removed.name] = nil
      draft.models[model].reserved.append(removed.name)
      for row in draft.models[model].rows.indices { draft.models[model].rows[row][removed.name] = nil }
      // A new field with the column that is gone.
      guard random.chance(30), draft.hasColumn(removed) else { return }
      var field = FieldDraft(name: draft.name("f"), kind: .int64, isOptional: true)
      field.column = removed.columnName
      field.isTouched = true
      draft.models[model].fields.append(field)
    }
  }

  private mutating func require(_ model: Int, _ random: inout SplitMix64, _ field: Int) {
    var changed = models[model].fields[field]
    guard changed.isOptional, changed.kind.isValue else { return }
    changed.isOptional = false
    var value = value(of: changed, &random)
    if case .enumeration(let name) = changed.kind {
      guard let item = enums.first(where: { $0.name == name })?.cases.first else { return }
      value = .text(item.raw)
      changed.backfill = ".\(item.name)"
      guard enums.first(where: { $0.name == name })?.backfill == nil else { return }
    } else {
      if value == .integer(.min) { value = .integer(7) }
      if case .currency = changed.kind { value = .integer(1500) }
      changed.backfill = changed.literal(value)
    }
    models[model].fields[field] = changed
    setRows(model, field) { $0 == .null ? value : $0 }
  }

  private mutating func bound(_ model: Int, _ random: inout SplitMix64, _ field: Int) {
    guard models[model].fields[field].defaultValue == nil else { return }
    switch models[model].fields[field].kind {
    case .text(let length):
      let new = 1 + random.below(12)
      models[model].fields[field].kind = .text(new)
      guard length.map({ new < $0 }) ?? true else { return }
      guard random.chance(50) else {
        models[model].fields[field].backfill = "\"z\""
        return setRows(model, field) {
          if case .text(let text) = $0, text.unicodeScalars.count > new { .text("z") } else { $0 }
        }
      }
      models[model].fields[field].backfill = "truncated"
      setRows(model, field) {
        if case .text(let text) = $0 {
          .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(new))))
        } else {
          $0
        }
      }
    case .bounded(let maximum):
      let new = Int64(random.below(100))
      models[model].fields[field].kind = .bounded(new)
      guard new < maximum else { return }
      let isClamped = random.chance(50)
      models[model].fields[field].backfill = isClamped ? "clamped" : "-1"
      setRows(model, field) {
        if case .integer(let number) = $0, number > new { .integer(isClamped ? new : -1) } else { $0 }
      }
    default: break
    }
  }

  // MARK: Types

  private mutating func convert(_ model: Int, _ random: inout SplitMix64, _ field: Int) {
    var changed = models[model].fields[field]
    guard changed.defaultValue == nil else { return }
    var value: (Cell) -> Cell = { $0 }
    func fitting(_ number: Int64, _ range: ClosedRange<Int64>, _ other: Cell) -> Cell {
      range.contains(number) ? .integer(number) : other
    }
    func integers(_ body: @escaping (Int64) -> Cell) -> (Cell) -> Cell {
      { if case .integer(let number) = $0 { body(number) } else { $0 } }
    }
    switch (changed.kind, random.below(3)) {
    case (.int16, 0): changed.kind = .int32
    case (.int16, 1), (.int32, 0): changed.kind = .int64
    case (.int16, _), (.int32, 1), (.bool, 0):
      let isBool = changed.kind == .bool
      changed.kind = isBool ? .int16 : .text(nil)
      if !isBool { value = integers { .text(String($0)) } }
    case (.int32, _), (.int64, 0):
      changed.kind = .int16
      changed.backfill = "3"
      value = integers { fitting($0, -32768...32767, .integer(3)) }
    case (.int64, 1):
      changed.kind = .double
      changed.backfill = "0.5"
      value = integers {
        abs($0.magnitude <= 1 << 53 ? $0 : 0) <= 1 << 53 && $0.magnitude <= 1 << 53 ? .real(Double($0)) : .real(0.5)
      }
    case (.int64, _):
      changed.kind = .currency
      changed.backfill = "1.5"
      value = integers { number in
        let (product, overflows) = number.multipliedReportingOverflow(by: 1000)
        return .integer(overflows ? 1500 : product)
      }
    case (.currency, _):
      changed.kind = .int64
      changed.backfill = "rounded"
      value = integers { .integer(Self.halfEven($0, 1000)) }
    case (.text, _):
      changed.kind = .int64
      changed.backfill = "-9"
      value = {
        if case .text(let text) = $0 {
          .integer(Int64(text).flatMap { String($0) == text ? $0 : nil } ?? -9)
        } else {
          $0
        }
      }
    default: return
    }
    models[model].fields[field] = changed
    setRows(model, field, value)
  }

  private static func halfEven(_ value: Int64, _ factor: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: factor)
    let twice = rest.magnitude * 2
    let isUp = twice > factor.magnitude || (twice == factor.magnitude && quotient % 2 != 0)
    return isUp ? quotient + (value < 0 ? -1 : 1) : quotient
  }

  // MARK: Enums

  private mutating func mutateEnum(_ random: inout SplitMix64) {
    guard !enums.isEmpty else { return }
    let index = random.below(enums.count)
    let name = enums[index].name
    // One change of an enum in a step, and none of the fields that have it.
    guard enums[index].backfill == nil, enums[index].cases.allSatisfy({ $0.formerNames.isEmpty }),
      !models.contains(where: { $0.fields.contains { $0.kind == .enumeration(name) && $0.isTouched } })
    else { return }
    for model in models.indices {
      for field in models[model].fields.indices where models[model].fields[field].kind == .enumeration(name) {
        models[model].fields[field].isTouched = true
      }
    }
    let position = random.below(enums[index].cases.count)
    let old = enums[index].cases[position]
    switch random.below(4) {
    case 0:
      let added = self.name("c")
      enums[index].cases.append(.init(name: added, raw: added))
    case 1:
      let new = self.name("c")
      enums[index].cases[position] = .init(name: new, raw: random.chance(50) ? new : old.raw, formerNames: [old.name])
      mapCases(name, [old.raw: enums[index].cases[position].raw])
    case 2 where enums[index].cases.count > 1:
      enums[index].cases.remove(at: position)
      let target = random.below(enums[index].cases.count)
      enums[index].cases[target].formerNames = [old.name]
      mapCases(name, [old.raw: enums[index].cases[target].raw])
    case 3 where enums[index].cases.count > 1:
      enums[index].cases.remove(at: position)
      enums[index].reserved.append(old.name)
      let target = random.element(enums[index].cases)
      enums[index].backfill = target.name
      mapCases(name, [old.raw: target.raw])
    default: break
    }
  }

  private mutating func mapCases(_ name: String, _ raws: [String: String]) {
    for model in models.indices {
      for field in models[model].fields.indices where models[model].fields[field].kind == .enumeration(name) {
        setRows(model, field) {
          if case .text(let raw) = $0, let new = raws[raw] { .text(new) } else { $0 }
        }
      }
    }
  }

  private mutating func toggleIndex(_ random: inout SplitMix64) {
    let model = random.below(models.count)
    let fields = models[model].fields.filter {
      $0.kind.isValue && !$0.isTouched
    }
    guard let field = fields.first else { return }
    if models[model].indexes.removeValue(forKey: field.name) == nil {
      let isUnique = random.chance(50)
      models[model].indexes[field.name] = isUnique
      models[model].mayStop = models[model].mayStop || isUnique
    }
  }
}
