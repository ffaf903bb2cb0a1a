import IgataDiagnostics
import IgataTemplateLanguage

/// The list of the files that igata wrote into a folder, which is stored in that folder.
///
/// It distinguishes igata's files from all others, and those of one run from those of another. A run may replace and
/// remove only the listed files that belong to its schema files and targets.
struct Manifest: Hashable, Sendable {
  static let fileName = ".igata-manifest.json"
  private static let version = 2
  /// The maximum number of up-to-date runs that are remembered.
  private static let mostInputs = 8

  /// The schema files and the target that a file belongs to.
  struct Owner: Hashable, Sendable {
    /// The kind of output.
    var kind: String
    /// The sorted paths of the schema files, relative to the folder. Empty for a file that is the same for all schemas.
    var schemas: [String]
  }

  struct Entry: Hashable, Sendable {
    /// The hash of the written content with LF line endings.
    var hash: ContentHash
    /// The owner, or `nil` if the list was written by an old version of igata.
    var owner: Owner?
  }

  /// The entries by relative path.
  var files: [String: Entry] = [:]
  /// The origins for which all files are up to date, the latest one last.
  private(set) var inputs: [ContentHash] = []
  /// The hashes of contents that an older version of igata was about to replace.
  private var replaced: [String: ContentHash] = [:]
  /// Whether an old version of igata wrote the list, which has no owners.
  private(set) var isOld = false

  init(files: [String: Entry] = [:]) { self.files = files }

  /// Remembers a run for which all files are up to date.
  mutating func remember(_ run: ContentHash) {
    if !inputs.contains(run) { inputs = (inputs + [run]).suffix(Self.mostInputs) }
  }

  /// Remembers the runs of another list if its files are the same.
  mutating func rememberRuns(of other: Manifest) {
    if other.files == files, other.inputs.count > inputs.count { inputs = other.inputs }
  }

  /// The folders of the files, and the common root.
  func folders(below root: FileLocation) -> Set<FileLocation> {
    Set(files.keys.map { root.appending($0).parent } + [root])
  }

  /// Whether igata wrote the content of a file.
  func isOwn(_ content: [UInt8], in file: String) -> Bool {
    guard let entry = files[file] else { return false }
    // Older lists have hashes of the content with its original line endings.
    let hashes = [ContentHash(LineEnds.plain(content)), ContentHash(content)]
    return hashes.contains(entry.hash) || replaced[file].map(hashes.contains) ?? false
  }
}

// MARK: Text

extension Manifest {
  /// The text of the file. Each file is on its own line, so that changes of different files don't conflict.
  var text: [UInt8] {
    let json = JSONBuilder.tree { builder in
      builder.key("version", Self.version)
      builder.key("inputs", list: inputs.map(\.text))
      builder.key("files") { builder in
        for (path, entry) in files.sorted(by: { PathText.isOrdered($0.key, $1.key) }) {
          builder.key(path) { builder in
            builder.key("hash", entry.hash.text)
            guard let owner = entry.owner else { return }
            builder.key("target", owner.kind)
            builder.key("schemas", list: owner.schemas)
          }
        }
      }
    }
    return json.lines(through: 1)
  }

  /// Parses the text of the file, or returns `nil` if igata can't have written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members, _)? = parseJSON(SourceFile(name: Self.fileName, bytes: bytes)).value,
      case .number(let version, _)? = members.value("version"),
      case .object(let entries, _)? = members.value("files")
    else { return nil }
    switch version {
    case String(Self.version):
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
