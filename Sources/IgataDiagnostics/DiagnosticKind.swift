/// The kind of a diagnostic, identified by a slug such as `unknown-type`.
///
/// Each kind is declared as a static member in the file of the check that reports it. The documentation comment of
/// that member is the kind's page in `igata explain` and in the reference.
public struct DiagnosticKind: Hashable, Sendable, CustomStringConvertible {
  public let id: String

  public init(_ id: String) { self.id = id }

  public var description: String { id }
}
