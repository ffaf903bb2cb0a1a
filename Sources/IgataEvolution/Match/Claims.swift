import IgataDiagnostics
import IgataSchema

/// What became of the names that an old declaration had.
struct Claims {
  /// The old index for each new name; `nil` for a name that is new.
  var sources: [Int?]
  /// The old indexes that are gone, explained or not.
  var removed: [Int] = []
  /// Those of which nothing says what becomes of them.
  var unexplained: [Int] = []
}

extension Matching {
  /// Matches `@renamed(from:)`, then names, and reports names that are claimed twice or that never existed.
  ///
  /// - Parameters:
  ///   - names: The old names.
  ///   - new: The new names, and the former names that each gives.
  ///   - claimedElsewhere: The old indexes that other declarations claim.
  mutating func claimed(
    old names: [String], new: [NewName], reserved: [ReservedName], in owner: Owner,
    claimedElsewhere: Set<Int> = []
  ) -> Claims {
    let isField = owner.hasFields
    var oldIndexes: [String: Int] = [:]
    for (index, name) in names.enumerated() { oldIndexes[name] = index }
    var claims = Claims(sources: Array(repeating: nil, count: new.count))
    var claimants: [Int: FormerName?] = [:]
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
      if let first = claimants.updateValue(former, forKey: source) {
        report(.claimedTwice(former, by: first?.range ?? former.range, isField: isField))
      } else {
        claims.sources[index] = source
      }
    }
    for (index, item) in new.enumerated() where claims.sources[index] == nil {
      guard let source = oldIndexes[item.name] else { continue }
      if let former = claimants[source] ?? nil {
        // A field that has another former name gives its own name away.
        if item.former == nil || oldIndexes[item.former?.name ?? ""] == nil {
          report(.claimedTwice(former, by: item.range, isField: isField))
        }
      } else {
        claimants.updateValue(nil, forKey: source)
        claims.sources[index] = source
      }
    }
    let words = Dictionary(reserved.map { ($0.name, $0) }) { first, _ in first }
    for (index, name) in names.enumerated() {
      if let claimant = claimants[index] {
        if let claimant, let word = words[name] { report(.claimedTwice(claimant, by: word.range, isField: isField)) }
        continue
      }
      claims.removed.append(index)
      if words[name] == nil, !claimedElsewhere.contains(index), !misspelled.contains(name) {
        claims.unexplained.append(index)
      }
    }
    return claims
  }
}

/// A name of the new schema, and the names that it had.
struct NewName {
  let name: String
  let range: SourceRange
  let former: FormerName?
}

/// What has the names that are matched.
enum Owner: Hashable {
  case schema
  // Indexes into the new schema.
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
  /// The declaration in messages: `model 'Account'`.
  func title(of owner: Owner) -> String {
    switch owner {
    case .schema: "the schema"
    case .model(let index): "model '\(new.models[index].name)'"
    case .structure(let index): "struct '\(new.structs[index].name)'"
    case .enumeration(let index): "enum '\(new.enums[index].name)'"
    }
  }
}
