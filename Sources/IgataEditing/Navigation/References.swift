public import IgataDiagnostics
import IgataSchema

extension Snapshot {
  /// The names that refer to the declaration at a location, in source order.
  ///
  /// - Parameter includingDeclaration: Whether the name of the declaration itself is included.
  public func references(at location: TextLocation, includingDeclaration: Bool) -> [SourceRange] {
    guard let found = occurrence(at: location) else { return [] }
    let own = includingDeclaration ? names(of: found.declaration) : []
    let ranges = own + declared.references(to: found.declaration)
    return Set(ranges).sorted { ($0.file, $0.start) < ($1.file, $1.start) }
  }

  /// The names in the same file that refer to the declaration at a location, and the declaration itself.
  public func highlights(at location: TextLocation) -> [Highlight] {
    guard let found = occurrence(at: location) else { return [] }
    return occurrences[location.file].filter { $0.declaration == found.declaration }
      .map { Highlight(range: $0.range, isDeclaration: $0.role == .declaration) }
  }
}

/// A name to be highlighted.
public struct Highlight: Hashable, Sendable {
  public let range: SourceRange
  /// Whether the name is declared here, which editors show as written rather than read.
  public let isDeclaration: Bool
}
