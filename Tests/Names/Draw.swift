/// SplitMix64, so that a schema can be drawn again from its seed.
struct Dice {
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
/// every role. What it draws is legal, but for names that clash by the rules of the language.
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
    /// Relations to one that other models may name as the other side.
    var relations: [(field: String, target: String)] = []
    var taken: Set<String> = []
  }

  private static let builtIn = Set(Words.scalars + ["IgataRuntime"])

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

  /// - Parameter refused: Names that the target does not take for types.
  init(seed: UInt64, refused: Set<String>) {
    dice = Dice(state: seed)
    let pool = Words.all.filter { !refused.contains($0) }
    while words.count < 48 {
      let word = dice.pick(pool)
      if !words.contains(word) { words.append(word) }
    }
    self.refused = refused
  }

  private let refused: Set<String>

  mutating func schema() -> String {
    // Names of models first, as relations may lead to later ones.
    var names: [String] = []
    while names.count < 22 {
      let word = typeWord()
      guard !Self.builtIn.contains(word), !refused.contains(word), typeNames.insert(word).inserted else {
        if typeNames.count > 40 { break }
        continue
      }
      names.append(word)
    }
    for name in names.prefix(4) { drawEnum(name) }
    for name in names.dropFirst(4).prefix(4) { drawNewtype(name) }
    for name in names.dropFirst(8).prefix(3) { drawStruct(name) }
    let rest = Array(names.dropFirst(11))
    for (index, name) in rest.enumerated() { drawModel(name, later: Array(rest.dropFirst(index))) }
    return text
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
      guard !cases.contains(word), !clashes(word, cases) else { continue }
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
        ("URL", ["\"https://a.b/c\""]), ("JSON", []), ("Decimal(10, 2)", ["1.10"]),
      ])
    }
  }

  /// A field that is no relation. Returns whether it needs no value.
  private mutating func drawValue(_ name: String, mayBeDeprecated: Bool = true) -> Bool {
    number += 1
    let drawn = value()
    var attributes = " @column(\"c\(number)\")"
    if dice.chance(8) { attributes += " @sensitive" }
    if mayBeDeprecated, dice.chance(8) { attributes += " @deprecated(\"it is \\\"old\\\"\")" }
    let type = escapedType(drawn.type)
    switch dice.roll(10) {
    case 0, 1:
      let standard = drawn.values.isEmpty || dice.chance(50) ? "" : " = " + dice.pick(drawn.values)
      text += "  \(keyword)\(escape(name)): \(type)?\(standard)\(attributes)\n"
      return true
    case 2 where drawn.type != "JSON" && drawn.type != "Decimal(10, 2)":
      let plain = drawn.values.filter { !$0.hasSuffix("()") }
      let isGiven = dice.chance(50)
      text += "  \(keyword)\(escape(name)): [\(type)]" + (isGiven ? " = [\(plain.joined(separator: ", "))]" : "")
        + attributes + "\n"
      return isGiven
    case 3...6 where !drawn.values.isEmpty:
      text += "  \(keyword)\(escape(name)): \(type) = \(dice.pick(drawn.values))\(attributes)\n"
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
      // Not solved yet: within a struct, Swift can't tell such a field from the member that it makes itself.
      guard let field = freeField(&taken), field != "hashValue" else { continue }
      if let inner = structs.last, dice.chance(15) {
        if inner.hasRequired, dice.chance(50) {
          text += "  \(escape(field)): \(escape(inner.name))?\n"
        } else {
          text += "  \(escape(field)): \(escape(inner.name))\(inner.isConstructible ? " = \(escape(inner.name))()" : "")\n"
          isConstructible = isConstructible && inner.isConstructible
        }
      } else if drawValue(field) == false {
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
      switch dice.roll(12) {
      case 0 where !models.isEmpty && freeAccessors(field, &model.taken):
        let target = dice.pick(models)
        text += "  \(escape(field)): \(escape(target.name))\n"
        model.relations.append((field, target.name))
        model.isConstructible = false
      case 1 where freeAccessors(field, &model.taken):
        let target = dice.chance(30) ? name : dice.pick(models.map(\.name) + later)
        text += "  \(escape(field)): \(escape(target))?\(dice.chance(20) ? " @deprecated(\"x\")" : "")\n"
        model.relations.append((field, target))
      case 2:
        let targets = models.filter(\.isConstructible)
        guard !targets.isEmpty, freeAccessors(field, &model.taken) else { fallthrough }
        let target = dice.pick(targets)
        text += "  \(escape(field)): \(escape(target.name)) = \(escape(target.name))()\n"
        model.isConstructible = false
      case 3:
        number += 1
        // Where a relation leads back, the list has to say that it is not its other side.
        text += "  \(escape(field)): [\(escape(dice.pick(models.map(\.name) + later)))] @joinTable(\"j\(number)\")\n"
      case 4:
        // The other side of a relation that leads here from an earlier model.
        let sources = models.flatMap { source in
          source.relations.filter { $0.target == name }.map { (source.name, $0.field) }
        }
        guard !sources.isEmpty else { fallthrough }
        let (source, relation) = dice.pick(sources)
        text += "  \(escape(field)): [\(escape(source))] @inverse(\(escape(relation)))\n"
      case 5 where !structs.isEmpty:
        let type = dice.pick(structs)
        let isOptional = type.hasRequired && dice.chance(50)
        let standard = type.isConstructible && !isOptional ? " = \(escape(type.name))()" : ""
        text += "  \(escape(field)): \(escape(type.name))\(isOptional ? "?" : standard)\n"
        if !isOptional, !type.isConstructible { model.isConstructible = false }
      default:
        if drawValue(field) == false { model.isConstructible = false }
      }
    }
    if dice.chance(20), let field = freeField(&model.taken) {
      text += "  \(escape(field)): Date = now() @updatedAt @column(\"u\(number)\")\n"
    }
    if dice.chance(20), let field = freeField(&model.taken) {
      text += "  \(escape(field)): Int64 = 0 @version @column(\"v\(number)\")\n"
    }
    text += "}\n"
    models.append(model)
  }

  private mutating func drawKey(of model: inout Model) {
    number += 1
    switch dice.roll(7) {
    case 0, 1:
      _ = model.taken.insert("id")
      text += "  id: UUID = uuid() @primaryKey\n"
    case 2:
      _ = model.taken.insert("id")
      text += "  id: Int64 = autoincrement() @primaryKey\n"
    case 3:
      guard let field = freeField(&model.taken) else { fallthrough }
      text += "  \(escape(field)): Int64 = autoincrement() @primaryKey @column(\"k\(number)\")\n"
    case 4:
      guard let field = freeField(&model.taken) else { fallthrough }
      text += "  \(escape(field)): UUID = uuid7() @primaryKey @column(\"k\(number)\")\n"
    case 5 where !models.isEmpty:
      guard let field = freeField(&model.taken), freeAccessors(field, &model.taken) else { fallthrough }
      let target = dice.pick(models)
      text += "  \(escape(field)): \(escape(target.name)) @primaryKey\n"
      model.relations.append((field, target.name))
      model.isConstructible = false
    default:
      let first = dice.chance(50) && model.taken.insert("id").inserted ? "id" : freeField(&model.taken) ?? "first17"
      let second = freeField(&model.taken) ?? "second17"
      text += "  \(escape(first)): String @column(\"k\(number)\")\n"
      if let target = models.last, dice.chance(40), freeAccessors(second, &model.taken) {
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
    case 1: return "has" + word.prefix(1).uppercased() + word.dropFirst()
    case 2: return "_" + word
    case 3: return word + "_"
    case 4: return dice.pick(Words.scalars)
    default: return word
    }
  }

  private mutating func freeField(_ taken: inout Set<String>) -> String? {
    let word = fieldWord()
    guard !refused.contains(word), !clashes(word, taken), taken.insert(word).inserted else { return nil }
    return word
  }

  /// Whether the columns of relations of these names would clash.
  private func clashes(_ word: String, _ taken: some Sequence<String>) -> Bool {
    let folded = fold(word)
    return taken.contains { fold($0) == folded }
  }

  private func fold(_ word: String) -> String { word.lowercased().filter { $0 != "_" } }

  /// Takes the names that a relation's accessors have. Returns whether they were free.
  private func freeAccessors(_ field: String, _ taken: inout Set<String>) -> Bool {
    let capital = field.prefix(1).uppercased() + field.dropFirst()
    let accessors = [field + "ID", "has" + capital, "clear" + capital, "internal" + capital]
    guard !accessors.contains(where: { clashes($0, taken) }) else { return false }
    taken.formUnion(accessors)
    return true
  }

  private func escape(_ name: String) -> String { "`\(name)`" }

  /// A name of the language itself stands as it is.
  private func escapedType(_ name: String) -> String { typeNames.contains(name) ? escape(name) : name }
}
