public import IgataDiagnostics

/// The edits that rename a declaration.
public struct Rename: Hashable, Sendable {
  /// The edits that have to be made together, in source order.
  public var edits: [Diagnostic.Fix.Edit]
  /// Edits of words in SQL text that are probably the renamed column. They need the user's confirmation.
  public var sqlEdits: [Diagnostic.Fix.Edit]
  /// What else the user has to do, in one sentence.
  public var message: String
}

/// Why a declaration can't be renamed.
public enum RenameError: Error, Sendable {
  /// There is no name of a declaration at the location.
  case notAName
  /// The new name isn't an identifier.
  case invalidName(String)
  /// The renamed schema would have an error that it doesn't have now. The ranges refer to the edited files.
  case refused(Diagnostic, files: [SourceFile])
}

/// How the stored name of a renamed declaration is treated.
public enum StoredName: Hashable, Sendable {
  /// The table or column is renamed too, and `@renamed` says so to `igata migrate`.
  case follow
  /// The table or column keeps its name by `@table` or `@column`.
  case keep
}

extension Snapshot {
  /// The range of the name at a location, if it can be renamed.
  public func prepareRename(at location: TextLocation) -> SourceRange? { nil }

  /// The edits that rename the declaration at a location in all files.
  ///
  /// The result is checked by resolving the edited files.
  ///
  /// - Parameters:
  ///   - new: The new name, with or without backticks.
  ///   - recorded: The names in the last recorded schema, or `nil` if no schema is recorded.
  public func rename(
    at location: TextLocation, to new: String, stored: StoredName = .follow, recorded: RecordedNames? = nil
  ) throws(RenameError) -> Rename { throw .notAName }
}
