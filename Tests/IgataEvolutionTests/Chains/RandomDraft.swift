import TestSupport

extension Draft {
  init(_ random: inout SplitMix64) {
    self.init()
    for _ in 0...random.below(2) { addEnum(&random) }
    for _ in 0...random.below(2) { addStruct(&random) }
    for _ in 0...(1 + random.below(3)) { addModel(&random) }
  }

  mutating func addEnum(_ random: inout SplitMix64) {
    var item = EnumDraft(name: name("E"), cases: [])
    for _ in 0...(1 + random.below(3)) {
      let name = name("c")
      item.cases.append(.init(name: name, raw: name))
    }
    enums.append(item)
  }

  mutating func addStruct(_ random: inout SplitMix64) {
    var item = StructDraft(name: name("S"), fields: [])
    for index in 0...random.below(3) {
      let kind = random.element([FieldDraft.Kind.int64, .text(nil), .bool, .double])
      item.fields.append(FieldDraft(name: name("f"), kind: kind, isOptional: index > 0 && random.chance(50)))
    }
    structs.append(item)
  }

  mutating func addModel(_ random: inout SplitMix64) {
    var model = ModelDraft(name: name("M"))
    model.key = random.element([.number, .counter, .counter, .composite])
    for _ in 0...(1 + random.below(4)) {
      let field = newField(&random)
      model.fields.append(field)
    }
    models.append(model)
  }

  /// A field that rows can do without.
  mutating func newField(_ random: inout SplitMix64) -> FieldDraft {
    let kind = newKind(&random)
    var field = FieldDraft(name: name("f"), kind: kind, isOptional: random.chance(50))
    if case .relation = kind {
      field.isOptional = true
      field.deleteRule = "nullify"
    }
    if case .list = kind {
      field.isOptional = false
      field.isDistinct = random.chance(50)
    }
    return field
  }

  private func newKind(_ random: inout SplitMix64) -> FieldDraft.Kind {
    switch random.below(13) {
    case 0: .int16
    case 1: .int32
    case 2: .int64
    case 3: .bool
    case 4: .double
    case 5: .currency
    case 6: .text(random.chance(50) ? 5 + random.below(20) : nil)
    case 7: .bounded(Int64(10 + random.below(90)))
    case 8: models.isEmpty ? .text(nil) : .list(random.element(models).name)
    case 9: structs.isEmpty ? .bool : .structure(random.element(structs).name)
    case 10, 11: models.isEmpty ? .text(nil) : .relation(random.element(models).name)
    default: enums.isEmpty ? .bool : .enumeration(random.element(enums).name)
    }
  }

  /// Adds rows to every model, the values of which are at the edges of their types.
  mutating func addRows(_ random: inout SplitMix64) {
    for index in models.indices {
      for _ in 0..<(1 + random.below(6)) {
        var row: [String: Cell] = ["id": .integer(models[index].nextKey)]
        for field in models[index].fields {
          guard case .structure(let name) = field.kind else {
            row[field.name] = value(of: field, &random)
            continue
          }
          if field.isOptional, random.chance(30) { continue }
          for part in structs.first(where: { $0.name == name })?.fields ?? [] {
            row["\(field.name).\(part.name)"] = value(of: part, &random)
          }
        }
        models[index].rows.append(row)
      }
    }
  }

  func value(of field: FieldDraft, _ random: inout SplitMix64) -> Cell {
    if field.isOptional, random.chance(30) { return .null }
    switch field.kind {
    case .int16: return .integer(random.element([-32768, 0, 1, 32767, Int64(random.below(1000))]))
    case .int32:
      return .integer(random.element([Int64(Int32.min), 0, 40000, Int64(Int32.max), Int64(random.below(1000))]))
    case .int64:
      return .integer(random.element([.min, -1, 0, 1 << 53, (1 << 53) + 1, .max, Int64(random.below(1000))]))
    case .bool: return .integer(Int64(random.below(2)))
    case .double: return .real(random.element([0, -1.5, 0.25, 1024]))
    case .currency: return .integer(random.element([.min, -1500, -500, 0, 500, 1500, 2500, 2501, .max]))
    case .text(let length):
      let text = random.element([
        "", "a", "it's", "{x}", "12", "-7", "007", "9223372036854775808", "口座の名前", "abcdefghij",
      ])
      return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length ?? .max))))
    case .bounded(let maximum): return .integer(random.element([maximum, 0, -5, maximum - 1]))
    case .enumeration(let name):
      guard let type = enums.first(where: { $0.name == name }) else { return .null }
      return .text(random.element(type.cases).raw)
    case .relation(let name):
      guard let target = models.first(where: { $0.name == name }), !target.rows.isEmpty else { return .null }
      if field.isDistinct, field.isOptional {
        return target.rows.last { row in !isUsed(row["id"] ?? .null, by: name) }?["id"] ?? .null
      }
      return random.element(target.rows)["id"] ?? .null
    case .list(let name):
      var keys = models.first { $0.name == name }?.rows.compactMap { $0["id"]?.number } ?? []
      keys.shuffle(using: &random)
      return .list(Array(keys.prefix(field.isDistinct ? random.below(2) : random.below(4))))
    case .structure: return .null
    }
  }

  /// Whether a row refers to another one.
  func isUsed(_ key: Cell, by target: String) -> Bool {
    models.contains { model in
      model.fields.contains { field in field.kind == .relation(target) && model.rows.contains { $0[field.name] == key }
      }
    }
  }
}

extension ModelDraft {
  var nextKey: Int64 { (rows.compactMap { $0["id"]?.number }.max() ?? -1) + 1 }
}
