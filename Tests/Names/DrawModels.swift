// Models, with their relations, keys and constraints.
extension Draw {
  mutating func drawModel(_ name: String, later: [String]) {
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

  var updateRule: String {
    mutating get { dice.chance(25) ? " @onUpdate(\(dice.pick(["cascade", "restrict", "noAction"])))" : "" }
  }

  /// A relation by columns of other fields: by one that stands here, or by one that comes with the relation.
  mutating func drawLink(_ field: String, of model: inout Model) -> Bool {
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
  mutating func drawConstraints(_ model: inout Model) {
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

  mutating func drawKey(of model: inout Model) {
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
      text += "  \(escape(field)): String = \(dice.pick(["uuid()", "uuid7()", "cuid()", "ulid()"])) @primaryKey @column(\"k\(number)\")\n"
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
}
