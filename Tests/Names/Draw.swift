/// SplitMix64, so that a schema can be drawn again from its seed.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }
  mutating func pick<T>(_ elements: [T]) -> T { elements[roll(elements.count)] }
}

/// Draws a schema with every construct of the language, whose names are drawn from few words, so that they meet in
/// every role. What it draws is legal, but for columns that clash by the rules of the language.
struct Draw {
  private struct Enum {
    var name: String
    var cases: [String]
  }

  private struct Newtype {
    var name: String
    var base: String
  }

  private struct Struct {
    var name: String
    var isConstructible: Bool
    var hasRequired: Bool
  }

  private struct Model {
    var name: String
    var isConstructible: Bool
    /// Relations that other models may name as the other side: to one, to one of its own, and lists.
    var relations: [(field: String, target: String, isUnique: Bool)] = []
    /// Unique fields, which other models may refer to.
    var uniques: [String] = []
    /// Whether its only unique field is its key.
    var isKeyedByUnique = false
    var taken: Set<String> = []
  }

  private var dice: Dice
  /// The words of this schema.
  private var words: [String] = []
  private var typeNames: Set<String> = []
  private var enums: [Enum] = []
  private var newtypes: [Newtype] = []
  private var structs: [Struct] = []
  private var models: [Model] = []
  private var number = 0
  private var text = ""
  private let refused: Refused

  init(seed: UInt64, refused: Refused) {
    dice = Dice(state: seed)
    self.refused = refused
    while words.count < 64 {
      let word = dice.pick(Words.all)
      if !words.contains(word) { words.append(word) }
    }
  }

  /// The declarations, each a text of its own.
  mutating func schema() -> [String] {
    // Names of models first, as relations may lead to later ones.
    var names: [String] = []
    while names.count < 36 {
      let word = typeWord()
      if !refused.contains(word), typeNames.insert(word).inserted { names.append(word) }
    }
    let rest = Array(names.dropFirst(16))
    var declarations: [String] = []
    for (index, name) in names.enumerated() {
      text = ""
      switch index {
      case ..<6: drawEnum(name)
      case ..<11: drawNewtype(name)
      case ..<16: drawStruct(name)
      default: drawModel(name, later: Array(rest.dropFirst(index - 16)))
      }
      declarations.append(text)
    }
    return declarations
  }

  private mutating func typeWord() -> String {
    let word = dice.pick(words)
    if dice.chance(5) { return word + "ID" }
    if dice.chance(5) { return word.prefix(1).uppercased() + word.dropFirst() }
    return word
  }

  // MARK: Values

  private mutating func drawEnum(_ name: String) {
    let raw = dice.pick(["String", "String", "Int16", "Int32", "Int64", "Int"])
    text += "\nenum \(escape(name)): \(raw) {\n"
    var cases: [String] = []
    for _ in 0..<4 {
      let word = fieldWord()
      guard !cases.contains(word) else { continue }
      cases.append(word)
      text += "  case \(escape(word))" + (dice.chance(20) ? " @deprecated(\"old\")" : "") + "\n"
    }
    // What an unknown value becomes.
    if dice.chance(40) {
      text += raw == "String" ? "  case other17 @unknown\n" : "  case other17 = 9_999 @unknown\n"
    }
    text += "}\n"
    enums.append(Enum(name: name, cases: cases))
  }

  private mutating func drawNewtype(_ name: String) {
    let form = dice.pick([
      "Fixed(scale: 100)", "Fixed(scale: 1_000_000_000_000)", "String @length(1...20) @pattern(\"[a-z]+\")",
      "UUID", "Int64 @range(0...9)", "Decimal", "Date", "URL", "String", "Data",
    ])
    text += "\ntype \(escape(name)) = \(form)\n"
    newtypes.append(Newtype(name: name, base: String(form.prefix { $0 != " " && $0 != "(" })))
  }

  /// A type of a value, and defaults for it.
  private mutating func value() -> (type: String, values: [String]) {
    switch dice.roll(10) {
    case 0, 1:
      let type = dice.pick(enums)
      return (type.name, type.cases.map { "." + escape($0) })
    case 2, 3:
      let type = dice.pick(newtypes)
      switch type.base {
      case "Fixed": return (type.name, ["0.5", "3"])
      case "UUID": return (type.name, ["uuid()", "uuid7()"])
      case "Int64": return (type.name, ["5"])
      case "Decimal": return (type.name, ["1.5", "2"])
      case "Date": return (type.name, ["now()"])
      case "URL": return (type.name, ["\"https://a.b\""])
      case "String": return (type.name, ["\"abc\""])
      default: return (type.name, [])
      }
    default:
      return dice.pick([
        ("Bool", ["true"]), ("Int16", ["1"]), ("Int32", ["2"]), ("Int64", ["3"]), ("Int", ["4"]), ("Float", ["0.5"]),
        ("Double", ["1"]), ("Decimal", ["1.10", "7"]), ("Currency", ["1.5", "3", "9_999_999_999"]),
        ("String", ["\"a\""]), ("Data", []), ("Date", ["now()"]), ("UUID", ["uuid()", "uuid7()"]),
        ("URL", ["\"https://a.b/c\""]), ("JSON", ["{}", "{\"a b\": [1, null, {\"c\": 1.5}], \"d\": \"e\"}"]), ("Decimal(10, 2)", ["1.10"]),
      ])
    }
  }

  /// A field that is no relation. Returns whether it needs no value.
  private mutating func drawValue(
    _ name: String, mayBeDeprecated: Bool = true, mayBeUnique: Bool = true, isOfModel: Bool = true
  ) -> Bool {
    number += 1
    let drawn = value()
    var attributes = " @column(\"c\(number)\")"
    if dice.chance(8) { attributes += " @renamed(from: \"old\(number)\")" }
    if dice.chance(8) { attributes += " @sensitive" }
    if mayBeDeprecated, dice.chance(8) { attributes += " @deprecated(\"it is \\\"old\\\"\")" }
    let type = escapedType(drawn.type)
    switch dice.roll(10) {
    case 0, 1:
      var standard = drawn.values.isEmpty || dice.chance(50) ? "" : " = " + dice.pick(drawn.values)
      if isOfModel, dice.chance(10) { standard = " = sql(\"NULL\")" }
      text += "  \(keyword)\(escape(name)): \(type)?\(standard)\(attributes)\n"
      return true
    case 2:
      let plain = drawn.type == "JSON" ? [] : drawn.values.filter { !$0.hasSuffix("()") }
      let isGiven = dice.chance(50)
      text += "  \(keyword)\(escape(name)): [\(type)]" + (isGiven ? " = [\(plain.joined(separator: ", "))]" : "")
        + attributes + "\n"
      return isGiven
    case 3...6 where !drawn.values.isEmpty:
      let indexed = dice.chance(85) || drawn.type == "JSON" ? "" : dice.chance(50) || !mayBeUnique ? " @index" : " @unique"
      text += "  \(keyword)\(escape(name)): \(type) = \(dice.pick(drawn.values))\(attributes)\(indexed)\n"
      return true
    default:
      text += "  \(keyword)\(escape(name)): \(type)\(attributes)\n"
      return false
    }
  }

  private var keyword: String {
    mutating get { dice.chance(10) ? "let " : "" }
  }

  private mutating func drawStruct(_ name: String) {
    text += "\nstruct \(escape(name)) {\n"
    var isConstructible = true
    var hasRequired = false
    var taken: Set<String> = []
    for _ in 0..<7 {
      guard let field = freeField(&taken) else { continue }
      if let inner = structs.last, dice.chance(15) {
        if inner.hasRequired, dice.chance(50) {
          text += "  \(escape(field)): \(escape(inner.name))?\n"
        } else {
          text += "  \(escape(field)): \(escape(inner.name))\(inner.isConstructible ? " = \(escape(inner.name))()" : "")\n"
          isConstructible = isConstructible && inner.isConstructible
        }
      } else if drawValue(field, isOfModel: false) == false {
        isConstructible = false
      }
    }
    if dice.chance(50) {
      text += "  needed17: Int\n"
      (isConstructible, hasRequired) = (false, true)
    } else {
      text += "  given17: Int = 1\n"
    }
    text += "}\n"
    structs.append(Struct(name: name, isConstructible: isConstructible, hasRequired: hasRequired))
  }

  // MARK: Models

  private mutating func drawModel(_ name: String, later: [String]) {
    number += 1
    var model = Model(name: name, isConstructible: true)
    text += "\nmodel \(escape(name)) @table(\"t\(number)\")" + (dice.chance(8) ? " @deprecated(\"no more\")" : "") + " {\n"
    drawKey(of: &model)
    for _ in 0..<10 {
      guard let field = freeField(&model.taken) else { continue }
      switch dice.roll(14) {
      case 0 where !models.isEmpty && freeKey(field, &model.taken):
        let target = dice.pick(models)
        text += "  \(escape(field)): \(escape(target.name))\(updateRule)\n"
        model.relations.append((field, target.name, false))
        model.isConstructible = false
      case 1 where freeKey(field, &model.taken):
        let target = dice.chance(30) ? name : dice.pick(models.map(\.name) + later)
        let rule = dice.chance(30) ? " @onDelete(\(dice.pick(["cascade", "restrict", "nullify"])))" : ""
        let isUnique = dice.chance(40)
        text += "  \(escape(field)): \(escape(target))?\(isUnique ? " @unique" : "")\(rule)\(updateRule)"
          + "\(dice.chance(20) ? " @deprecated(\"x\")" : "")\n"
        model.relations.append((field, target, isUnique))
      case 2:
        let targets = models.filter(\.isConstructible)
        guard !targets.isEmpty, freeAccessors(field, &model.taken) else { fallthrough }
        let target = dice.pick(targets)
        text += "  \(escape(field)): \(escape(target.name)) = \(escape(target.name))()\n"
        model.isConstructible = false
      case 3:
        number += 1
        // Where a relation leads back, the list has to say that it is not its other side.
        let target = dice.pick(models.map(\.name) + later)
        text += "  \(escape(field)): [\(escape(target))] @joinTable(\"j\(number)\")"
          + "\(dice.chance(40) ? " @unordered" : "")\(updateRule)\n"
        model.relations.append((field, target, false))
      case 4, 5:
        // The other side of a relation that leads here from an earlier model.
        let sources = models.flatMap { source in
          source.relations.filter { $0.target == name }.map { (source.name, $0.field, $0.isUnique) }
        }
        guard !sources.isEmpty else { fallthrough }
        let (source, relation, isUnique) = dice.pick(sources)
        let type = isUnique ? escape(source) + "?" : "[\(escape(source))]"
        text += "  \(escape(field)): \(type) @inverse(\(escape(relation)))\n"
      case 6 where !structs.isEmpty:
        let type = dice.pick(structs)
        let isOptional = type.hasRequired && dice.chance(50)
        let standard = type.isConstructible && !isOptional ? " = \(escape(type.name))()" : ""
        text += "  \(escape(field)): \(escape(type.name))\(isOptional ? "?" : standard)\n"
        if !isOptional, !type.isConstructible { model.isConstructible = false }
      case 7:
        guard drawLink(field, of: &model) else { fallthrough }
      default:
        if drawValue(field, mayBeUnique: !model.isKeyedByUnique) == false { model.isConstructible = false }
      }
    }
    drawConstraints(&model)
    if dice.chance(20), let field = freeField(&model.taken) {
      text += "  \(escape(field)): Date = now() @updatedAt @column(\"u\(number)\")\n"
    }
    if dice.chance(20), let field = freeField(&model.taken) {
      text += "  \(escape(field)): Int64 = 0 @version @column(\"v\(number)\")\n"
    }
    text += "}\n"
    models.append(model)
  }

  private var updateRule: String {
    mutating get { dice.chance(25) ? " @onUpdate(\(dice.pick(["cascade", "restrict", "noAction"])))" : "" }
  }

  /// A relation by columns of other fields: by one that stands here, or by one that comes with the relation.
  private mutating func drawLink(_ field: String, of model: inout Model) -> Bool {
    guard let target = models.filter({ !$0.uniques.isEmpty }).randomElement(using: &dice) else { return false }
    let unique = dice.pick(target.uniques)
    number += 1
    if dice.chance(50), let shared = freeField(&model.taken) {
      text += "  \(escape(shared)): Int32? @column(\"s\(number)\")\n"
    } else {
      guard model.taken.insert(field + unique.prefix(1).uppercased() + unique.dropFirst()).inserted else { return false }
    }
    text += "  \(escape(field)): \(escape(target.name))? @references(\(escape(unique))) @columns(\"s\(number)\")\n"
    model.relations.append((field, target.name, false))
    return true
  }

  /// Fields that are unique together, or have an index together, and conditions on them.
  private mutating func drawConstraints(_ model: inout Model) {
    for word in ["unique", "index", "check"] where dice.chance(40) {
      if word == "unique", model.isKeyedByUnique { continue }
      var names: [String] = []
      for _ in 0..<2 {
        guard let field = freeField(&model.taken) else { continue }
        number += 1
        text += "  \(escape(field)): Int32 = 1 @column(\"n\(number)\")\n"
        names.append(escape(field))
      }
      guard let first = names.first, let last = names.last else { continue }
      let condition = "\(first) > 0 && !(\(last) == 7) || \(last).isIn([1, 2])"
      switch word {
      case "check": text += "  check(\(condition))\n"
      case _ where dice.chance(30): text += "  \(word)(\(names.joined(separator: ", ")), where: \(condition))\n"
      case "index" where dice.chance(30): text += "  index(\(first), using: hash)\n"
      default: text += "  \(word)(\(names.joined(separator: ", ")))\n"
      }
    }
    if !model.isKeyedByUnique, dice.chance(40), let field = freeField(&model.taken) {
      number += 1
      text += "  \(escape(field)): Int32 = 1 @column(\"n\(number)\") @unique\n"
      model.uniques.append(field)
    }
    if dice.chance(20), let field = freeField(&model.taken) {
      number += 1
      text += "  \(escape(field)): String = \"a\" @column(\"n\(number)\")\n  index(lower(\(escape(field))))\n"
    }
  }

  private mutating func drawKey(of model: inout Model) {
    number += 1
    switch dice.roll(9) {
    case 0, 1:
      _ = model.taken.insert("id")
      text += "  id: UUID = uuid() @primaryKey\n"
    case 2:
      _ = model.taken.insert("id")
      text += "  id: Int64 = autoincrement() @primaryKey\n"
      model.isConstructible = refused.generatesNumbers
    case 3:
      guard let field = freeField(&model.taken) else { fallthrough }
      text += "  \(escape(field)): Int64 = autoincrement() @primaryKey @column(\"k\(number)\")\n"
      model.isConstructible = refused.generatesNumbers
    case 4:
      guard let field = freeField(&model.taken) else { fallthrough }
      text += "  \(escape(field)): UUID = uuid7() @primaryKey @column(\"k\(number)\")\n"
    case 5:
      guard let field = freeField(&model.taken) else { fallthrough }
      text += "  \(escape(field)): String = \(dice.pick(["uuid()", "uuid7()"])) @primaryKey @column(\"k\(number)\")\n"
    case 6:
      guard let field = freeField(&model.taken) else { fallthrough }
      text += "  \(escape(field)): Int32 @unique @column(\"k\(number)\")\n"
      model.isKeyedByUnique = true
      model.isConstructible = false
    case 7 where !models.isEmpty:
      guard let field = freeField(&model.taken), freeKey(field, &model.taken) else { fallthrough }
      let target = dice.pick(models)
      text += "  \(escape(field)): \(escape(target.name)) @primaryKey\n"
      model.relations.append((field, target.name, false))
      model.isConstructible = false
    default:
      let first = dice.chance(50) && model.taken.insert("id").inserted ? "id" : freeField(&model.taken) ?? "first17"
      let second = freeField(&model.taken) ?? "second17"
      text += "  \(escape(first)): String @column(\"k\(number)\")\n"
      if let target = models.last, dice.chance(40), freeKey(second, &model.taken) {
        text += "  \(escape(second)): \(escape(target.name))\n"
      } else {
        text += "  \(escape(second)): Int32 @column(\"l\(number)\")\n"
      }
      text += "  primaryKey(\(escape(first)), \(escape(second)))\n"
      model.isConstructible = false
    }
  }

  // MARK: Names

  private mutating func fieldWord() -> String {
    let word = dice.chance(35) && !typeNames.isEmpty ? dice.pick(typeNames.sorted()) : dice.pick(words)
    switch dice.roll(30) {
    case 0: return word + "ID"
    case 1: return dice.pick(["has", "clear", "internal"]) + word.prefix(1).uppercased() + word.dropFirst()
    case 2: return "_" + word
    case 3: return word + "_"
    case 4: return dice.pick(Words.scalars)
    default: return word
    }
  }

  private mutating func freeField(_ taken: inout Set<String>) -> String? {
    let word = fieldWord()
    return taken.insert(word).inserted ? word : nil
  }

  /// Takes the name that a relation's key has. Returns whether it was free.
  private func freeKey(_ field: String, _ taken: inout Set<String>) -> Bool { taken.insert(field + "ID").inserted }

  /// Takes the names that the accessors of a wrapper have. Returns whether they were free.
  private func freeAccessors(_ field: String, _ taken: inout Set<String>) -> Bool {
    let capital = field.prefix(1).uppercased() + field.dropFirst()
    let accessors = [field + "ID", "has" + capital, "clear" + capital, "internal" + capital]
    guard taken.isDisjoint(with: accessors) else { return false }
    taken.formUnion(accessors)
    return true
  }

  private func escape(_ name: String) -> String { "`\(name)`" }

  /// A name of the language itself stands as it is.
  private func escapedType(_ name: String) -> String { typeNames.contains(name) ? escape(name) : name }
}
