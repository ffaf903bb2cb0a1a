/// How the stored name of a renamed declaration is treated.
public enum StoredName: Hashable, Sendable {
  /// The table or column is renamed too, and `@renamed` says so to `igata migrate`.
  ///
  /// - Parameter recorded: The names in the last recorded schema, or `nil` if no schema is recorded. A name that was
  ///   never recorded needs no `@renamed`.
  case follow(recorded: RecordedNames?)
  /// The table or column keeps its name by `@table`, `@column` or `@joinTable`.
  case keep
}
