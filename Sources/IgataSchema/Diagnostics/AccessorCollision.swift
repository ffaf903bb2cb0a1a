public import IgataDiagnostics

extension DiagnosticKind {
  public static let accessorCollision = DiagnosticKind(
    "accessor-collision",
    """
    A field has the same name as a member that is generated for a relation.

    A relation `owner` also generates its key, `ownerID`, and `loadedOwner` unless it is optional. A wrapper
    `settings` also generates `internalSettings`, `hasSettings` and `clearSettings()`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        owner: Person
        ownerID: String
      }
      """,
    fix: .replacing("ownerID:", with: "ownerNumber:"))
}

extension Diagnostic {
  static func accessorCollision(_ member: String, _ field: Field, with first: Field) -> Diagnostic {
    let owner = member == field.name ? first : field
    return Diagnostic(
      .accessorCollision, "'\(member)' is generated for the relation '\(owner.name)'", at: field.origin.range,
      help: "rename one of them", related: [.init(first.origin.range, "'\(first.name)' is here")])
  }
}

extension Resolution {
  /// Reports fields whose Swift members collide, and returns the pairs of them.
  mutating func checkAccessors(of model: Model) -> Set<FieldPair> {
    var taken = NameIndexes(capacity: model.fields.count + 1)
    var pairs: Set<FieldPair> = []
    for index in model.fields.indices {
      take(model.fields[index].name, of: index)
      guard case .toOne = model.fields[index].kind else { continue }
      for member in model.fields[index].accessors { take(member, of: index) }
    }
    return pairs

    func take(_ member: String, of index: Int) {
      guard let first = taken.take(member, index),
        pairs.insert(FieldPair(first: first, second: index)).inserted
      else { return }
      // A field that isn't in the source is generated for the relation where it is.
      let range = model.fields[index].origin.range
      let relation = model.fields.first { $0.origin.range == range } ?? model.fields[index]
      report(.accessorCollision(member, relation, with: model.fields[first]))
    }
  }
}

/// Two fields that collide.
struct FieldPair: Hashable {
  var first: Int
  var second: Int
}

extension Field {
  /// The members that are generated for the field in addition to the one with its name.
  fileprivate var accessors: [String] {
    guard case .toOne(_, let kind, _) = self.kind else { return [] }
    let suffix = capitalized(name)
    if isLinked { return kind == .required ? ["loaded\(suffix)"] : [] }
    return switch kind {
    case .required: ["\(name)ID", "loaded\(suffix)"]
    case .optional: ["\(name)ID"]
    case .wrapper: ["\(name)ID", "internal\(suffix)", "has\(suffix)", "clear\(suffix)"]
    }
  }
}
