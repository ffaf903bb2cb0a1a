// Types, and the fields that are no relations.
extension Draw {
  mutating func drawEnum(_ name: String) {
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

  mutating func drawNewtype(_ name: String) {
    // Types of the module that Tests/Builds/names makes.
    let given = [
      "String @length(1...20) @swift(\"Given17.Text\", import: \"Given17\")",
      "Int64 @swift(\"Given17.Number\", import: \"Given17\")",
    ]
    let form = dice.pick([
      "Fixed(scale: 100)", "Fixed(scale: 1_000_000_000_000)", "String @length(1...20) @pattern(\"[a-z]+\")",
      "UUID", "Int64 @range(0...9)", "Decimal", "Date", "URL", "String", "Data",
    ] + (refused.takesGivenTypes ? given : []))
    text += "\ntype \(escape(name)) = \(form)\n"
    newtypes.append(Newtype(name: name, base: String(form.prefix { $0 != " " && $0 != "(" })))
  }

  /// A type of a value, and defaults for it.
  mutating func value() -> (type: String, values: [String]) {
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
  mutating func drawValue(
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

  var keyword: String {
    mutating get { dice.chance(10) ? "let " : "" }
  }

  mutating func drawStruct(_ name: String) {
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
}
