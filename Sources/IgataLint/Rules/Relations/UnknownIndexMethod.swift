import IgataDiagnostics
import IgataSchema
import IgataSyntax
import IgataTables

extension LintRule {
  static let unknownIndexMethod = LintRule(
    "unknown-index-method", .relations, .normal,
    """
    An index has a method that isn't one of `btree`, `hash`, `gist`, `gin` and `brin`.

    PostgreSQL has others, such as `spgist`, and extensions add more. Igata passes their names on, but only PostgreSQL
    knows whether they exist, and what they can index. Allow the rule where another method is meant.
    """,
    example: """
      model Page {
        id: UUID = uuid() @primaryKey
        path: String

        index(path, using: hsah)
      }
      """,
    fix: .replacing("hsah)", with: "hash)"),
    check: .models { model, _, findings in
      let known = IndexMethod.allCases.map(\.rawValue)
      for method in model.declaredMethods where IndexMethod(rawValue: method.name.text) == nil {
        let isThere = othersMethods.contains(method.name.text)
        let meant = isThere ? nil : nearest(method.name.text, in: known)
        findings.report(
          "'\(method.name.text)' isn't an index method that Igata knows", at: method.name.range,
          help: meant.map { "did you mean '\($0)'?" }
            ?? (isThere ? "allow the rule if it is meant" : "the known ones are \(known.joined(separator: ", "))"),
          fixes: meant.map {
            [.init(title: "write '\($0)'", range: method.name.range, replacement: $0, isSafe: false)]
          } ?? [])
      }
    })
}

/// Methods of PostgreSQL and of extensions, which aren't meant to be others.
private let othersMethods: Set<String> = ["bloom", "hnsw", "ivfflat", "rum", "spgist"]
