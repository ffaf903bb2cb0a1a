public import IgataDiagnostics
public import IgataSchema
import IgataSyntax

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
  /// The renamed schema would have an error that it doesn't have now. The range refers to the edited files.
  case refused(Diagnostic, files: [SourceFile])
}

extension RenameError {
  /// One phrase, without a final period.
  public var message: String {
    switch self {
    case .notAName: "there is no name to rename here"
    case .invalidName(let name): "\(JSONText.quoted(name)) isn't a name"
    case .refused(let diagnostic, let files):
      if files.indices.contains(diagnostic.range.file) {
        "\(files[diagnostic.range.file].name):\(line(of: diagnostic, in: files)): \(diagnostic.message)"
      } else {
        diagnostic.message
      }
    }
  }

  private func line(of diagnostic: Diagnostic, in files: [SourceFile]) -> Int {
    files[diagnostic.range.file].position(at: diagnostic.range.start).line
  }
}

extension Snapshot {
  /// The range of the name at a location, if it can be renamed.
  public func prepareRename(at location: TextLocation) -> SourceRange? { occurrence(at: location)?.range }

  /// The edits that rename the declaration at a location in all files.
  ///
  /// The result is checked by resolving the edited files.
  ///
  /// - Parameters:
  ///   - new: The new name, with or without backticks.
  ///   - stored: What becomes of the name of a table or a column.
  public func rename(
    at location: TextLocation, to new: String, stored: StoredName = .follow(recorded: nil)
  ) throws(RenameError) -> Rename {
    guard let found = occurrence(at: location) else { throw .notAName }
    let old = schema.name(of: found.declaration)
    var plain = new
    if plain.utf8.count > 2, plain.hasPrefix("`"), plain.hasSuffix("`") { plain = String(plain.dropFirst().dropLast()) }
    guard isIdentifier(plain) else { throw .invalidName(new) }
    let message = "Swift code that uses '\(old)' isn't changed"
    guard plain != old else { return Rename(edits: [], sqlEdits: [], message: message) }
    let (edits, renamed) = try checkedEdits(of: found.declaration, to: plain, stored)
    let sqlEdits = sqlEdits(of: found.declaration, to: plain, in: renamed)
    return Rename(edits: edits.inSourceOrder(), sqlEdits: sqlEdits, message: message)
  }

  /// The edits after which the files have no new error: of the plain name or, if it isn't one everywhere, in backticks.
  private func checkedEdits(
    of declaration: NameUse.Declaration, to new: String, _ stored: StoredName
  ) throws(RenameError) -> ([Diagnostic.Fix.Edit], ResolvedSources) {
    let known = Dictionary(grouping: errors, by: \.kind)
    var first: RenameError?
    for text in [nameText(new), "`\(new)`"] {
      let edits = declared.renameEdits(of: declaration, to: new, written: text, stored: stored)
      let edited = apply(edits.inSourceOrder(), to: files)
      let renamed = sources.editing(edited)
      guard let error = renamed.errors.firstNew(since: known) else { return (edits, renamed) }
      if first == nil { first = .refused(error, files: edited) }
    }
    throw first ?? .notAName
  }
}

extension [Diagnostic] {
  /// The first error of a kind of which there are more than there were.
  fileprivate func firstNew(since known: [DiagnosticKind: [Diagnostic]]) -> Diagnostic? {
    let errors = filter { $0.severity == .error }
    for (kind, found) in Dictionary(grouping: errors, by: \.kind).sorted(by: { $0.key.id < $1.key.id }) {
      let before = known[kind] ?? []
      guard found.count > before.count else { continue }
      let messages = Set(before.map(\.message))
      return found.first { !messages.contains($0.message) } ?? found.first
    }
    return nil
  }
}

extension [Diagnostic.Fix.Edit] {
  func inSourceOrder() -> [Diagnostic.Fix.Edit] {
    sorted { ($0.range.file, $0.range.start, $0.range.end) < ($1.range.file, $1.range.start, $1.range.end) }
  }
}

/// The files after edits, which are in source order and don't overlap.
func apply(_ edits: [Diagnostic.Fix.Edit], to files: [SourceFile]) -> [SourceFile] {
  var result = files
  for (file, edits) in Dictionary(grouping: edits, by: \.range.file) where files.indices.contains(file) {
    result[file] = SourceFile(name: files[file].name, bytes: edits.applied(to: files[file].bytes))
  }
  return result
}
