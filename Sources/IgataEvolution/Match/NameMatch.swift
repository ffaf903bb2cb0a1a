import IgataDiagnostics
import IgataSchema

/// What became of the names that an old declaration had.
struct NameMatch {
  /// The old index for each new name; `nil` for a name that is new.
  var sources: [Int?]
  /// The old indexes that are gone, explained or not.
  var removed: [Int] = []
  /// Those of which nothing says what becomes of them.
  var unexplained: [Int] = []

  /// The indexes of the new names.
  var added: [Int] { sources.indices.filter { sources[$0] == nil } }
}

extension Matching {
  /// Matches `@renamed(from:)`, then names, and reports names that are used twice or that never existed.
  ///
  /// - Parameters:
  ///   - names: The old names.
  ///   - new: The new names, and the former names that each gives.
  ///   - usedElsewhere: The old indexes whose values other declarations get.
  mutating func matchNames(
    old names: [String], new: [NewName], reserved: [ReservedName], in owner: Owner,
    usedElsewhere: Set<Int> = []
  ) -> NameMatch {
    let isField = owner.hasFields
    var oldIndexes: [String: Int] = [:]
    for (index, name) in names.enumerated() { oldIndexes[name] = index }
    var result = NameMatch(sources: Array(repeating: nil, count: new.count))
    // The former names by which old ones are used, by the indexes of these; nil for a match by name.
    var users: [Int: FormerName?] = [:]
    var misspelled: Set<String> = []
    for (index, item) in new.enumerated() {
      guard let former = item.former else { continue }
      guard let source = oldIndexes[former.name] else {
        // A name that an earlier version changed.
        if oldIndexes[item.name] != nil { continue }
        let free = names.filter { name in !new.contains { $0.name == name || $0.former?.name == name } }
        let nearest = nearest(former.name, in: free)
        // The misspelled name is gone because of this error.
        if let nearest { misspelled.insert(nearest) }
        report(.unknownFormerName(former, in: title(of: owner), nearest: nearest))
        continue
      }
      if let first = users.updateValue(former, forKey: source) {
        report(.claimedTwice(former, by: first?.range ?? former.range, isField: isField))
      } else {
        result.sources[index] = source
      }
    }
    for (index, item) in new.enumerated() where result.sources[index] == nil {
      guard let source = oldIndexes[item.name] else { continue }
      if let former = users[source] ?? nil {
        // A field that has another former name gives its own name away.
        if item.former == nil || oldIndexes[item.former?.name ?? ""] == nil {
          report(.claimedTwice(former, by: item.range, isField: isField))
        }
      } else {
        users.updateValue(nil, forKey: source)
        result.sources[index] = source
      }
    }
    let words = Dictionary(reserved.map { ($0.name, $0) }) { first, _ in first }
    for (index, name) in names.enumerated() {
      if let user = users[index] {
        if let user, let word = words[name] { report(.claimedTwice(user, by: word.range, isField: isField)) }
        continue
      }
      result.removed.append(index)
      if words[name] == nil, !usedElsewhere.contains(index), !misspelled.contains(name) {
        result.unexplained.append(index)
      }
    }
    return result
  }

  /// A struct or a model of the old schema, and the one of the new schema that has its fields.
  struct OwnerPair: Hashable, Sendable {
    let old: Owner
    let new: Owner
  }

  /// The old field for each field of a struct that both schemas have, of a model that was a struct, or of a struct that
  /// was a model.
  mutating func oldFields(_ pair: OwnerPair) -> [Int?] {
    if let known = match.oldFields[pair] { return known }
    let before = old.fields(of: pair.old)
    let names = matchNames(
      old: before.map(\.name), new: new.fields(of: pair.new).map { NewName($0) },
      reserved: new.reservedNames(of: pair.new), in: pair.new)
    for field in names.unexplained where before[field].storesValues && !isGeneratedKey(field, of: pair.old) {
      reportRemoval(of: before[field], in: pair.new, candidates: names.added)
    }
    match.oldFields[pair] = names.sources
    return names.sources
  }

  /// Whether a field of the old schema is a key that the database or the program generates. It has no meaning of its
  /// own, so nothing has to say what becomes of it.
  private func isGeneratedKey(_ field: Int, of owner: Owner) -> Bool {
    guard case .model(let index) = owner else { return false }
    let model = old.models[index]
    return model.primaryKey.contains { model.columns[$0].field == field }
      && (model.fields[field].generatedLength != nil || model.fields[field].defaultValue == .autoincrement)
  }
}

/// A name of the new schema, and the name that it had.
struct NewName {
  let name: String
  let range: SourceRange
  let former: FormerName?
}

extension NewName {
  init(_ field: Field) { self.init(name: field.name, range: field.origin.range, former: field.renamedFrom) }
}

/// What has the names that are matched, by its index in its schema.
enum Owner: Hashable, Sendable {
  case schema
  case model(Int)
  case structure(Int)
  case enumeration(Int)

  var hasFields: Bool {
    switch self {
    case .model, .structure: true
    case .schema, .enumeration: false
    }
  }
}

extension Matching {
  /// A declaration of the new schema in messages: `model 'Account'`.
  func title(of owner: Owner) -> String {
    switch owner {
    case .schema: "the schema"
    case .model(let index): "model '\(new.models[index].name)'"
    case .structure(let index): "struct '\(new.structs[index].name)'"
    case .enumeration(let index): "enum '\(new.enums[index].name)'"
    }
  }
}

extension Schema {
  /// The fields of a model or a struct.
  func fields(of owner: Owner) -> [Field] {
    switch owner {
    case .model(let index): models[index].fields
    case .structure(let index): structs[index].fields
    case .schema, .enumeration: []
    }
  }

  /// The names that no member of a model or a struct has again.
  fileprivate func reservedNames(of owner: Owner) -> [ReservedName] {
    switch owner {
    case .model(let index): models[index].reservedNames
    case .structure(let index): structs[index].reservedNames
    case .schema, .enumeration: []
    }
  }
}
