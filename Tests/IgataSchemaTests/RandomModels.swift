import IgataSchema
import TestSupport

/// Random schemas with most of what determines tables: names, keys, structs, relations, constraints and defaults.
///
/// A schema can have errors, as names and columns can collide.
struct RandomModels {
  private struct Target {
    var name: String
    /// The columns of the key.
    var key: [String]
    /// A required `String` that is unique.
    var unique: String?
    /// The required relations to the model, which other models have.
    var relations: [(model: String, field: String)] = []
  }

  private var random: SplitMix64
  private let rules: NamingRules
  private var text = ""
  private var number = 0
  private var targets: [Target] = []
  private var structs: [(name: String, hasRequired: Bool)] = []
  private let cases = ["cash", "`true`", "case", "bank2"]

  private init(seed: UInt64, _ rules: NamingRules) {
    random = SplitMix64(seed: seed)
    self.rules = rules
  }

  static func text(seed: UInt64, rules: NamingRules) -> String {
    var schema = RandomModels(seed: seed, rules)
    schema.draw()
    return schema.text
  }

  // MARK: Drawing

  private mutating func name(_ words: [String]) -> String {
    number += 1
    let word = random.element(words)
    return random.chance(15) ? word + "\(number)" : word + "Of\(number)"
  }

  private mutating func fieldName() -> String {
    let bare = ["`true`", "`nil`", "`false`", "index", "reserved", "reference", "distribute", "`let`", "`where`", "sql"]
    if random.chance(12) { return random.element(bare) }
    return name(["a", "homeTown", "URLPath", "口座", "line_2_", "position", "check", "Name", "lower"])
  }

  private mutating func typeName() -> String { name(["Account", "URLBox", "残高", "Index", "class", "Category", "a_"]) }

  private mutating func sqlName() -> String {
    number += 1
    return random.element(["col\(number)", "Col \(number)", "\\\"c\\\\\(number)", "Übung\(number)", "order_\(number)"])
  }

  private mutating func string() -> String {
    let pieces = ["a", "\\\"", "\\\\", "\\n", "\\t", "\\r", "\\u{7}", "\\u{7F}", "\\u{85}", "💰", "'", "{", "//", "é", " "]
    return "\"" + (0..<random.below(5)).map { _ in random.element(pieces) }.joined() + "\""
  }

  private mutating func document(_ indentation: String) {
    guard random.chance(20) else { return }
    for _ in 0...random.below(3) {
      text += indentation + random.element(["/// Words.", "///", "///   indented", "/// \"a\" // `b` */"]) + "\n"
    }
  }

  private mutating func json(_ depth: Int = 0) -> String {
    switch random.below(depth > 2 ? 5 : 7) {
    case 0: return random.element(["0", "-1.50", "1e300", "12345678901234567890123", "1E-9"])
    case 1: return "true"
    case 2: return "null"
    case 3, 4: return string()
    case 5: return "[\((0..<random.below(3)).map { _ in json(depth + 1) }.joined(separator: ", "))]"
    default:
      let members = (0..<random.below(3)).map { "\"k\($0)\\n\": \(json(depth + 1))" }
      return "{\(members.joined(separator: ", "))}"
    }
  }

  private mutating func attributes(isOfModel: Bool) -> String {
    var result = ""
    if random.chance(25) { result += " @column(\"\(sqlName())\")" }
    if random.chance(8) { result += " @sensitive" }
    if random.chance(8) { result += " @deprecated(\(string()))" }
    if random.chance(8) { result += " @allow(float-money, `true`, may-stop, \"why\")" }
    if random.chance(8) { result += " @renamed(from: \"old\(number)\")" }
    return result
  }

  // MARK: Declarations

  private mutating func draw() {
    if random.chance(50) { text = "reserved Old, `Older`\n" }
    text += "enum Kind: String @deprecated(\"x\") {\n"
    for item in cases {
      document("  ")
      text += "  case \(item)\(random.chance(40) ? " = \(string().dropLast())\(number)\"" : "")\n"
      number += 1
    }
    text += "\(random.chance(50) ? "  case other @unknown\n" : "")\(random.chance(50) ? "  reserved gone\n" : "")}\n"
    text += "enum Level: Int32 {\n  case low = -3\n  case middle\n  case high @deprecated(\"no\")\n}\n"
    text += "type Rate = Fixed(scale: 10_000) @range(...0.5) @allow(may-stop, \"why\") @backfill(clamped)\n"
    text += "/// Mail.\ntype Mail = String @length(3...254) @pattern(\".+@.+\\\\.\") @swift(\"A.Mail\", import: \"A\")\n"
    for _ in 0..<3 { drawStruct() }
    drawWrapped()
    for _ in 0...random.below(4) { drawModel() }
  }

  private mutating func drawStruct() {
    let name = typeName()
    document("")
    text += "struct \(name) {\n"
    let hasRequired = random.chance(60)
    if hasRequired { text += "  city: String\(attributes(isOfModel: false))\n" }
    for _ in 0...random.below(3) { drawValue(isOfModel: false) }
    if let inner = structs.last, random.chance(50) {
      text += "  inner\(number): \(inner.name)\(inner.hasRequired && random.chance(50) ? "?" : "")\n"
    }
    text += random.chance(20) ? "  reserved was, `nil`\n}\n" : "}\n"
    structs.append((name, hasRequired))
  }

  /// A model with a key of two columns that can be initialized without values.
  private mutating func drawWrapped() {
    text += "model Wrapped {\n  first: UUID = uuid()\n  secondPart: String = uuid7()\n  primaryKey(secondPart, first)\n}\n"
    targets.append(Target(name: "Wrapped", key: ["second_part", "first"].map { rules.column(of: $0) }, unique: nil))
  }

  private mutating func drawValue(isOfModel: Bool) {
    document("  ")
    let types: [(String, [String])] = [
      ("Bool", ["true", "false"]), ("Int16", ["-32_768"]), ("Int64 @range(-5..<9)", ["8"]), ("Int", ["0x1F"]),
      ("Float", ["1.5"]), ("Double @range(0...)", ["1e300", "0.1"]), ("Decimal", ["1.10", "12345678901234567890.5"]),
      ("Decimal(12, 2)", ["9.99"]), ("Currency", ["1.234", "-7"]), ("Rate", ["0.0001"]), ("Mail", ["\"a@b.c\""]),
      ("String", [string(), "cuid()", "ulid()"]), ("String @length(1..<5)", ["\"ab\""]), ("Data", []), ("Date", ["now()"]), ("UUID", ["uuid()"]),
      ("URL", ["\"https://a.b/c\""]), ("JSON", [json()]), ("Kind", cases.map { ".\($0)" }), ("Level", [".low", ".high"]),
    ]
    let (type, values) = random.element(types)
    let parts = type.split(separator: " ", maxSplits: 1).map(String.init)
    let base = type.hasPrefix("Decimal(") ? type : parts[0]
    let bounds = base == type ? "" : " " + (parts.last ?? "")
    let isCall = values.contains { $0.hasSuffix(")") }
    var line = "  \(random.chance(10) ? "let " : "")\(fieldName()): "
    switch random.below(6) {
    case 0: line += "\(base)?" + (random.chance(30) ? " = nil" : "") + bounds
    case 1 where isOfModel:
      line += "\(base)? = sql(\"'\(string().dropFirst().dropLast().replacing("'", with: "''"))x'\")"
    case 2 where bounds.isEmpty && !isCall:
      line += "[\(base)]" + (random.chance(50) ? " = [\(values.joined(separator: ", "))]" : "")
    case 3, 4:
      if let value = values.first, value != "null" { line += "\(base) = \(value)\(bounds)" } else { fallthrough }
    default: line += base + bounds
    }
    text += line + attributes(isOfModel: isOfModel)
      + (base == "JSON" || line.contains("[") || random.chance(80) ? "" : random.element([" @unique", " @index"])) + "\n"
  }

  // MARK: Models

  private mutating func drawModel() {
    var target = Target(name: typeName(), key: [], unique: nil)
    let table = random.chance(25) ? " @table(\"\(sqlName())\")" : ""
    document("")
    text += "model \(target.name)\(table)\(random.chance(20) ? " @allow(wide-model)" : "") {\n"
    var members = drawKey(of: &target)
    for _ in 0...random.below(5) { drawValue(isOfModel: true) }
    for _ in 0..<random.below(3) {
      let type = random.element(structs)
      document("  ")
      text += "  \(fieldName()): \(type.name)\(type.hasRequired && random.chance(40) ? "?" : "")\(attributes(isOfModel: true))\n"
    }
    for _ in 0..<random.below(4) { drawRelation(of: &target, &members) }
    drawInverse(of: target)
    if random.chance(50) { members += drawConstraints() }
    if random.chance(30) { text += "  changed\(number): Date = now() @updatedAt\n  version\(number): Int = 0 @version\n" }
    if random.chance(30) {
      text += "  mail\(number): String @unique\n"
      target.unique = "mail\(number)"
    }
    if random.chance(15) { members.append("reference") }
    if random.chance(20) { members.append("reserved gone, `false`") }
    for index in members.indices.shuffled(using: &random) { text += "  \(members[index])\n" }
    text += "}\n"
    targets.append(target)
  }

  /// Returns the members that belong to the key.
  private mutating func drawKey(of target: inout Target) -> [String] {
    switch random.below(7) {
    case 0:
      text += "  id: Int64 = autoincrement()\n"
      target.key = ["id"]
      return ["primaryKey(id, name: \"\(sqlName())\")"]
    case 1:
      text += "  `nil`: String @unique @column(\"\(target.name)_key\")\n"
      target.key = ["\(target.name)_key"]
      return []
    case 2, 3:
      text += "  tenantID: String @index\n  number: Int32\n"
      target.key = [rules.column(of: "tenantID"), "number"]
      return [random.element(["primaryKey(tenantID, number)", "unique(tenantID, number, name: \"\(sqlName())\")"])]
    case 4:
      let other = random.element(targets)
      text += "  part: Int32\n  parent: \(other.name)\n"
      target.key = rules.foreignKey("parent", to: other.key) + ["part"]
      return ["primaryKey(parent, part)"]
    default:
      text += "  let id: UUID = uuid() @primaryKey\(random.chance(20) ? " @unique" : "")\n"
      target.key = ["id"]
      return []
    }
  }

  private mutating func drawRelation(of target: inout Target, _ members: inout [String]) {
    let other = random.element(targets)
    let field = fieldName()
    let rule = random.chance(25) ? " @onDelete(\(random.element(["cascade", "restrict", "noAction"])))" : ""
    let update = random.chance(20) ? " @onUpdate(\(random.element(["cascade", "noAction"])))" : ""
    document("  ")
    switch random.below(7) {
    case 0: text += "  \(field): Wrapped = Wrapped()\(attributes(isOfModel: true))\(update)\n"
    case 1:
      text += "  \(field): [\(other.name)]"
      if random.chance(50) {
        text += " @joinTable(\"\(sqlName())\")"
      } else {
        text += " @joinTable(\"\(sqlName())\", "
          + (0..<target.key.count + other.key.count).map { "\"j\($0)\"" }.joined(separator: ", ") + ")"
      }
      text += "\(random.chance(40) ? " @unordered" : "")\(update)\n"
    case 2:
      guard let unique = other.unique else { fallthrough }
      let column = random.element(["", " @column(\"\(sqlName())\")", " @columns(\"\(sqlName())\")"])
      text += "  \(field): \(other.name)? @references(\(unique))\(column)\(rule)\(update)\n"
      members.append("index(\(field))")
    case 3 where other.key.count > 1:
      // Two relations with the same columns, of which one can't say which they are: it comes first or last.
      let owner = "  owner\(number): \(other.name)\(random.chance(50) ? "?" : "")\n"
      let columns = rules.foreignKey(rules.column(of: "owner\(number)"), to: other.key)
      let link = "  \(field): \(other.name)? @columns(\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))\(update)\n"
      text += random.chance(50) ? owner + link : link + owner
    case 4 where other.key.count > 1:
      let columns = other.key.map { _ in "\"\(sqlName())\"" }.joined(separator: ", ")
      text += "  \(field): \(other.name) @columns(\(columns))\(rule)\(update)\n"
      members.append("index(\(field))")
    case 5:
      text += "  \(field): \(other.name)? @unique\(rule)\(update)\n"
    default:
      text += "  \(field): \(other.name)\(attributes(isOfModel: true))\(rule)\(update)\n"
      target.relations.append((target.name, field))
      if random.chance(40) { members.append("unique(\(field), name: \"\(sqlName())\")") }
    }
  }

  private mutating func drawInverse(of target: Target) {
    // The other side of a relation to the same model.
    guard random.chance(30) else { return }
    number += 1
    let count = number
    text += "  up\(count): \(target.name)?\n  down\(count): [\(target.name)] @inverse(up\(count))\n"
  }

  private mutating func drawConstraints() -> [String] {
    number += 1
    let (first, second, flag) = ("n\(number)", "t\(number)", random.chance(50) ? "`false`" : "flag\(number)")
    text += "  \(first): Int32 = 1\n  \(second): String?\n  \(flag): Bool = true\n  k\(number): Kind\n  w\(number): [String]\n"
    let condition = random.element([
      "\(first) > 0 && (\(second) == nil || length(\(second)) < 5)", "!\(flag) || \(first) != -1",
      "(\(flag) && \(first) > 1) && \(second) != \(string())", "(\(flag) || \(first) > 1) && \(first) < 9",
      "k\(number).isIn([.cash, .`true`])",
      "!(\(first).isIn([1, -2]))", "\(flag) == false",
    ])
    let name = random.chance(50) ? ", name: \"\(sqlName())\"" : ""
    return [
      "check(\(condition)\(name))", "index(\(first) desc, \(second)\(name.isEmpty ? "" : ", where: \(condition)"))",
      "unique(lower(\(second)), \(first), where: sql(\"1 = \\\"2\\\"\"))", "index(w\(number), using: gin)",
      "unique(\(flag), \(first))",
    ]
  }
}
