public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// Compares two schemas, and decides what every difference means for the rows of the first one.
///
/// The result depends only on the parameters: nothing is guessed, and no database is read.
///
/// ```
/// match → compare
/// ```
///
/// - Parameters:
///   - old: The schema that databases have. It has no errors.
///   - new: The schema that they get. It has no errors.
///   - trees: The syntax trees of `new`, for the fixes of the diagnostics.
///   - own: The SQL that the author adds, by dialect.
///   - dialects: The dialects for which the version gets a script.
public func evolve(
  from old: Schema, to new: Schema, trees: [SyntaxTree] = [], own: [String: OwnSQL] = [:],
  dialects: [String] = ["sqlite"]
) -> Evolution {
  let declarations = Declarations(trees)
  var matching = Matching(old, new, declarations)
  matching.matchModels()
  matching.matchFields()
  var comparison = Comparison(
    MatchedTables(matching.match), declarations, own: own, dialects)
  comparison.compare()
  return Evolution(
    tables: comparison.tables, changes: comparison.changes,
    own: own, diagnostics: (matching.diagnostics + comparison.diagnostics).sortedInSourceOrder())
}

/// Compares the newest version with a schema. Tables that another program changes are in no version.
///
/// - Parameters: Those of ``evolve(from:to:trees:own:dialects:)``.
public func evolveVersion(
  from old: Schema, to new: Schema, trees: [SyntaxTree] = [], own: [String: OwnSQL] = [:],
  dialects: [String] = ["sqlite"]
) -> Evolution {
  let problems = new.findTwoOwners(after: old)
  if problems.isEmpty { return evolve(from: old, to: new.own, trees: trees, own: own, dialects: dialects) }
  var evolution = evolve(from: old, to: old)
  evolution.diagnostics = problems.sortedInSourceOrder()
  return evolution
}

/// The differences between two schemas.
public struct Evolution: Sendable {
  let tables: MatchedTables
  /// The differences, in the order of the new schema's declarations, removed ones after those of their model.
  public internal(set) var changes: [Change]
  /// The SQL that the author adds, by dialect.
  let own: [String: OwnSQL]
  /// The errors, in source order. Ranges are those of the new schema.
  public fileprivate(set) var diagnostics: [Diagnostic]

  /// The same differences, with an error for each function that an earlier version calls with other types, and a
  /// warning if its objects have names that are gone.
  public func checked(after sealed: SealedVersions) -> Evolution {
    var result = self
    result.diagnostics += tables.functionCalls.compactMap { call in
      guard let function = call.function else { return nil }
      for (index, script) in (sealed.scripts["sqlite"] ?? []).enumerated() {
        for other in script.functions where foldedName(other.name) == foldedName(function.name) && other != function {
          return .mismatchedFunction(function, other, of: index + 1, at: call.column)
        }
      }
      return nil
    }
    result.diagnostics += outdatedObjects(of: sealed)
    result.diagnostics = result.diagnostics.sortedInSourceOrder()
    return result
  }

  /// The declarations of both schemas that are the same ones.
  public var match: SchemaMatch { tables.match }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { changes.isEmpty && own.values.allSatisfy(\.isEmpty) }

  /// Whether rows can be brought from the old schema to the new one.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Whether the only errors are about what `@allow` can allow.
  public var canBePlanned: Bool {
    diagnostics.allSatisfy { $0.severity != .error || evolutionRules.contains($0.kind.id) }
  }

  /// What the changes break, taken together.
  public var breaks: Audiences { changes.reduce(into: []) { $0.formUnion($1.breaks) } }
}
