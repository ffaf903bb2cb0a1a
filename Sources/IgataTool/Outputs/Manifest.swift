import IgataDiagnostics
import IgataTemplateLanguage

/// The list of the files that igata wrote into a folder, which is kept in the folder itself.
///
/// It is what tells igata's files from all others, and those of one run from those of another: what it lists may be
/// replaced and removed by a run for the same schema files and targets, and nothing else.
struct Manifest: Hashable, Sendable {
  static let fileName = ".igata-manifest.json"
  private static let version = "2"
  /// How many runs are remembered that found nothing to do.
  private static let mostInputs = 8

  /// What a file was made from.
  struct Owner: Hashable, Sendable {
    /// The kind of output.
    var kind: String
    /// The schema files, as paths from the folder, in their order. Empty for a file that is the same for all schemas.
    var schemas: [String]
  }

  struct Entry: Hashable, Sendable {
    /// The content when it was written, with plain line ends.
    var hash: ContentHash
    /// `nil` if the list was written by an igata that did not keep it.
    var owner: Owner?
  }

  /// By the path below the folder.
  var files: [String: Entry] = [:]
  /// What each run was made from that would find all files as it wants them, the latest last.
  private(set) var inputs: [ContentHash] = []
  /// What files may hold that an earlier igata was about to replace.
  private var replaced: [String: ContentHash] = [:]
  /// Whether an igata wrote the list that kept no owners.
  private(set) var isOld = false

  init(files: [String: Entry] = [:]) { self.files = files }

  /// Remembers a run that would find all files as it wants them.
  mutating func remember(_ run: ContentHash) {
    if !inputs.contains(run) { inputs = (inputs + [run]).suffix(Self.mostInputs) }
  }

  /// Remembers the runs that another list does, where the files are the same.
  mutating func rememberRuns(of other: Manifest) {
    if other.files == files, other.inputs.count > inputs.count { inputs = other.inputs }
  }

  /// The folders of the files, and the one that they are below.
  func folders(below root: String) -> Set<String> {
    Set(files.keys.map { PathText.folder(PathText.join(root, $0)) } + [root])
  }

  /// Whether igata wrote what a file holds.
  func isOwn(_ content: [UInt8], in file: String) -> Bool {
    guard let entry = files[file] else { return false }
    // Earlier lists hold the content as it was written, whatever its line ends.
    let hashes = [ContentHash(LineEnds.plain(content)), ContentHash(content)]
    return hashes.contains(entry.hash) || replaced[file].map(hashes.contains) ?? false
  }
}

// MARK: Text

extension Manifest {
  /// The text of the file: a line for each file, so that changes of different files do not meet.
  var text: [UInt8] {
    var text = "{\n  \"version\": \(Self.version),\n  \"inputs\": \(JSONText.list(inputs.map(\.text))),\n  \"files\": {"
    var separator = "\n"
    for (path, entry) in files.sorted(by: { PathText.isOrdered($0.key, $1.key) }) {
      text += "\(separator)    \(JSONText.quoted(path)): {\"hash\": \(JSONText.quoted(entry.hash.text))"
      if let owner = entry.owner {
        text += ", \"target\": \(JSONText.quoted(owner.kind)), \"schemas\": \(JSONText.list(owner.schemas))"
      }
      text += "}"
      separator = ",\n"
    }
    return Array((text + (files.isEmpty ? "}" : "\n  }") + "\n}\n").utf8)
  }

  /// Reads the text of the file; fails where igata can't have written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members, _)? = parseJSON(SourceFile(name: Self.fileName, bytes: bytes)).value,
      case .number(let version, _)? = members.value("version"),
      case .object(let entries, _)? = members.value("files")
    else { return nil }
    switch version {
    case Self.version:
      guard let inputs = members.value("inputs")?.texts else { return nil }
      self.inputs = inputs.map(ContentHash.init(text:))
    case "1":
      isOld = true
      if let value = members.value("replaced") {
        guard case .object(let hashes, _) = value else { return nil }
        for member in hashes { replaced[member.key] = member.value.text.map(ContentHash.init(text:)) }
      }
    default: return nil
    }
    for member in entries {
      guard PathText.staysBelow(member.key), let entry = isOld ? Entry(old: member.value) : Entry(member.value)
      else { return nil }
      files[member.key] = entry
    }
  }
}

extension Manifest.Entry {
  fileprivate init?(old value: JSONValue) {
    guard let text = value.text else { return nil }
    self.init(hash: ContentHash(text: text), owner: nil)
  }

  fileprivate init?(_ value: JSONValue) {
    guard case .object(let members, _) = value, let hash = members.value("hash")?.text else { return nil }
    self.hash = ContentHash(text: hash)
    guard let kind = members.value("target")?.text else { return }
    guard let schemas = members.value("schemas")?.texts else { return nil }
    owner = Manifest.Owner(kind: kind, schemas: schemas)
  }
}

extension [JSONMember] {
  /// The value of a key, if there is one.
  func value(_ key: String) -> JSONValue? { first { $0.key == key }?.value }
}

extension JSONValue {
  var text: String? {
    guard case .text(let text, _) = self else { return nil }
    return text
  }

  var texts: [String]? {
    guard case .list(let values, _) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }
}

extension JSONText {
  static func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ", "))]" }
}
