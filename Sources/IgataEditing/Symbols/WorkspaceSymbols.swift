public import IgataDiagnostics

/// A declaration that a search found.
public struct WorkspaceSymbol: Hashable, Sendable {
  public var name: String
  public var kind: DocumentSymbol.Kind
  public var isDeprecated: Bool
  public var range: SourceRange
  /// The name of the declaration that it is a member of.
  public var container: String?
}

extension Snapshot {
  /// The declarations, fields and cases whose name contains the letters of a query in their order, best first.
  ///
  /// - Parameter limit: The maximum number of results.
  public func symbols(matching query: String, limit: Int = 200) -> [WorkspaceSymbol] { [] }
}
