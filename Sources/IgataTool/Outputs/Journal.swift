import IgataDiagnostics
import IgataTemplateLanguage

/// The changes that a run is about to make in an output folder, stored in the folder while it makes them.
///
/// If a run is interrupted during the changes, the journal remains, and the next run that writes completes them. The
/// journal exists only after all new contents have been written: a run that is interrupted earlier has changed nothing.
struct Journal {
  static let fileName = ".igata-journal.json"
  private static let version = 1

  fileprivate struct Step {
    /// The path, relative to the folder.
    let path: String
    /// The path of the temporary file with the new content, relative to the folder, or `nil` if the file is removed.
    let temporary: String?
    /// The hashes of the file before and after the change, or `nil` if there is no file.
    let before: ContentHash?
    let after: ContentHash?
  }

  private let steps: [Step]

  /// - Parameters:
  ///   - changes: The changes, and the temporary files with the new contents.
  ///   - root: The folder. Changes outside of it are ignored.
  init(_ changes: [(change: FileChange, temporary: FileLocation?)], below root: String) {
    func below(_ path: String) -> String? {
      let prefix = PathText.join(root, "x").utf8.dropLast()
      guard path.utf8.starts(with: prefix) else { return nil }
      let rest = String(Substring(path.utf8.dropFirst(prefix.count)))
      return PathText.staysBelow(rest) ? rest : nil
    }
    steps = changes.compactMap { change, temporary in
      below(change.path).map { path in
        Step(
          path: path, temporary: temporary.flatMap { below($0.path) }, before: change.before.map { ContentHash($0) },
          after: change.after.map { ContentHash($0) })
      }
    }
  }

  /// Parses the text of the file, or returns `nil` if igata can't have written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members, _)? = parseJSON(SourceFile(name: Self.fileName, bytes: bytes)).value,
      case .number(String(Self.version), _)? = members.value("version"),
      case .list(let values, _)? = members.value("steps")
    else { return nil }
    var steps: [Step] = []
    for value in values {
      guard case .object(let step, _) = value, let path = step.value("path")?.text, PathText.staysBelow(path)
      else { return nil }
      let temporary = step.value("temporary")?.text
      guard temporary.map({ Self.isTemporary($0, besides: path) }) ?? true else { return nil }
      func hash(_ key: String) -> ContentHash? { step.value(key)?.text.map(ContentHash.init(text:)) }
      steps.append(Step(path: path, temporary: temporary, before: hash("before"), after: hash("after")))
    }
    self.steps = steps
  }

  var text: [UInt8] {
    let json = JSONBuilder.tree { builder in
      builder.key("version", Self.version)
      builder.key("steps", list: steps) { builder, step in
        builder.key("path", step.path)
        if let temporary = step.temporary { builder.key("temporary", temporary) }
        if let before = step.before { builder.key("before", before.text) }
        if let after = step.after { builder.key("after", after.text) }
      }
    }
    return json.lines(through: 1)
  }

  /// Whether a path is that of the temporary file for the new content of another one, which is in the same folder.
  private static func isTemporary(_ temporary: String, besides path: String) -> Bool {
    PathText.staysBelow(temporary) && PathText.name(temporary).hasPrefix(Transaction.temporaryPrefix)
      && PathText.folder(temporary) == PathText.folder(path)
  }

  /// Completes the remaining changes. A file that has been changed since by someone else isn't touched, and neither is
  /// one that isn't what the journal says: it may come with a repository.
  func finish(in root: FileLocation) throws(SystemFault) {
    for step in steps {
      do throws(SystemFault) {
        try step.finish(in: root)
      } catch {
        // igata writes no journal with such a step.
        if error != .link, error != .versionControl { throw error }
      }
    }
  }
}

extension Journal.Step {
  fileprivate func finish(in root: FileLocation) throws(SystemFault) {
    let location = root.appending(path)
    guard let temporary else {
      if let before, try hash(of: location) == before { try location.remove() }
      return
    }
    let source = root.appending(temporary)
    guard let after, try hash(of: source) == after else { return }
    if try isExpected(at: location) { try source.move(to: location) } else { try source.remove() }
  }

  private func isExpected(at location: FileLocation) throws(SystemFault) -> Bool {
    guard try location.status() != nil else { return true }
    guard let found = try hash(of: location) else { return false }
    return found == before || found == after
  }

  /// The hash of a file, or `nil` if there is none.
  private func hash(of location: FileLocation) throws(SystemFault) -> ContentHash? {
    guard try location.status()?.kind == .file else { return nil }
    return ContentHash(try location.read())
  }
}
