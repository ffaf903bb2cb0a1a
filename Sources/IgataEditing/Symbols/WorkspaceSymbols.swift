public import IgataDiagnostics
import IgataSchema

/// A declaration that a search found.
public struct WorkspaceSymbol: Hashable, Sendable {
  public var name: String
  public var kind: DocumentSymbol.Kind
  public var isDeprecated: Bool
  /// The range of the name.
  public var range: SourceRange
  /// The name of the declaration that it is a member of.
  public var container: String?
}

extension Snapshot {
  /// The declarations, fields and cases whose name contains the letters of a query in their order, best first.
  ///
  /// Names that are equal to the query come first, then those that start with it, then those that contain it, and the
  /// shorter of two before the longer one. ASCII letters are compared regardless of case.
  ///
  /// - Parameter limit: The maximum number of results.
  public func symbols(matching query: String, limit: Int = 200) -> [WorkspaceSymbol] {
    let letters = query.utf8.map(\.folded)
    var found: [(rank: Int, occurrence: NameUse)] = []
    for (file, names) in occurrences.enumerated() {
      let bytes = files[file].bytes
      for name in names where name.role == .declaration {
        guard let rank = matchRank(of: bytes[name.range.start..<name.range.end], letters) else { continue }
        found.append((rank, name))
      }
    }
    found.sort {
      ($0.rank, $0.occurrence.range.file, $0.occurrence.range.start)
        < ($1.rank, $1.occurrence.range.file, $1.occurrence.range.start)
    }
    return found.prefix(max(0, limit)).map { symbol($0.occurrence) }
  }

  private func symbol(_ occurrence: NameUse) -> WorkspaceSymbol {
    WorkspaceSymbol(
      name: schema.name(of: occurrence.declaration), kind: occurrence.declaration.symbolKind,
      isDeprecated: isDeprecated(occurrence.declaration), range: occurrence.range,
      container: container(of: occurrence.declaration).map { schema.name(of: $0) })
  }
}

extension NameUse.Declaration {
  var symbolKind: DocumentSymbol.Kind {
    switch self {
    case .model: .model
    case .structure: .structure
    case .enumeration: .enumeration
    case .newtype: .newtype
    case .enumCase: .enumCase
    case .field, .structField: .field
    }
  }
}
