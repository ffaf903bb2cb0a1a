/// Draws a schema with every construct of the language, whose names are drawn from few words, so that they meet in
/// every role. What it draws is legal, but for columns that clash by the rules of the language.
struct Draw {
  struct Enum {
    var name: String
    var cases: [String]
  }

  struct Newtype {
    var name: String
    var base: String
  }

  struct Struct {
    var name: String
    var isConstructible: Bool
    var hasRequired: Bool
  }

  struct Model {
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

  var dice: Dice
  /// The words of this schema.
  var words: [String] = []
  var typeNames: Set<String> = []
  var enums: [Enum] = []
  var newtypes: [Newtype] = []
  var structs: [Struct] = []
  var models: [Model] = []
  var number = 0
  var text = ""
  let refused: Refused

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

  mutating func typeWord() -> String {
    let word = dice.pick(words)
    if dice.chance(5) { return word + "ID" }
    if dice.chance(5) { return word.prefix(1).uppercased() + word.dropFirst() }
    return word
  }

  // MARK: Names

  mutating func fieldWord() -> String {
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

  mutating func freeField(_ taken: inout Set<String>) -> String? {
    let word = fieldWord()
    return taken.insert(word).inserted ? word : nil
  }

  /// Takes the name that a relation's key has. Returns whether it was free.
  func freeKey(_ field: String, _ taken: inout Set<String>) -> Bool { taken.insert(field + "ID").inserted }

  /// Takes the names that the accessors of a wrapper have. Returns whether they were free.
  func freeAccessors(_ field: String, _ taken: inout Set<String>) -> Bool {
    let capital = field.prefix(1).uppercased() + field.dropFirst()
    let accessors = [field + "ID", "has" + capital, "clear" + capital, "internal" + capital]
    guard taken.isDisjoint(with: accessors) else { return false }
    taken.formUnion(accessors)
    return true
  }

  func escape(_ name: String) -> String { "`\(name)`" }

  /// A name of the language itself stands as it is.
  func escapedType(_ name: String) -> String { typeNames.contains(name) ? escape(name) : name }
}
