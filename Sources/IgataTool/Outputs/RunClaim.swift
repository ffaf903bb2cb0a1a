import IgataDiagnostics
import IgataGeneration

/// The files of an output folder that a run may replace and remove: those of its own schema files and kinds.
struct RunClaim {
  private let kinds: Set<String>
  /// The paths of the schema files, relative to the output folder.
  private let schemas: [String]
  private let names: Set<String>
  private let identities: Set<FileIdentity>
  private let folder: String
  /// Whether the folder contains only the outputs of the run.
  private let isWhole: Bool

  /// The name of standard input in a manifest.
  private static let standardInput = "-"

  /// - Parameters:
  ///   - kinds: The kinds of output that the run writes.
  ///   - schemas: The schema files that the run reads.
  ///   - folder: The output folder.
  ///   - isWhole: Whether the folder contains only the outputs of the run.
  init(_ kinds: [OutputKind], schemas: [SourceFile], folder: String, isWhole: Bool = false) {
    self.kinds = Set(kinds.map(\.rawValue))
    self.isWhole = isWhole
    let folder = FileSystem.absolute(folder)
    self.folder = folder
    self.schemas = schemas.map { schema in
      schema.name == Inputs.nameOfStandardInput
        ? Self.standardInput : PathText.relative(FileSystem.absolute(schema.name), to: folder)
    }
    names = Set(self.schemas)
    identities = Set(schemas.compactMap { try? FileSystem.status(of: $0.name).identity })
  }

  /// The owner of a file.
  func owner(of origin: OutputOrigin) -> Manifest.Owner {
    let names = origin.files.compactMap { schemas.indices.contains($0) ? schemas[$0] : nil }
    return Manifest.Owner(kind: origin.kind.rawValue, schemas: names.sorted(by: PathText.isOrdered))
  }

  /// Whether the run decides if a file that it doesn't write is removed.
  func decides(on entry: Manifest.Entry, _ path: String) -> Bool {
    if isWhole { return true }
    guard let owner = entry.owner else {
      return NamedOwner(path).map { kinds.contains($0.kind.rawValue) && isRead($0.schema) } ?? false
    }
    return kinds.contains(owner.kind) && isCovered(owner)
  }

  /// Whether the run may replace a file of the owner `old` by one of the owner `new`.
  func mayReplace(_ old: Manifest.Owner?, by new: Manifest.Owner) -> Bool {
    guard !isWhole, let old else { return true }
    return old.kind == new.kind ? isCovered(old) : old.schemas.allSatisfy { !exists($0) }
  }

  /// The first of an owner's schema files that isn't part of the run.
  func missing(of owner: Manifest.Owner) -> String? {
    owner.schemas.first { !isCovered($0) }.map { path in
      path == Self.standardInput ? "standard input" : PathText.normalized(PathText.join(folder, path))
    }
  }

  /// Whether every schema file of an owner is part of the run, or no longer exists.
  private func isCovered(_ owner: Manifest.Owner) -> Bool { owner.schemas.allSatisfy(isCovered) }

  private func isCovered(_ schema: String) -> Bool {
    if names.contains(schema) { return true }
    if schema == Self.standardInput { return false }
    guard let status = try? FileSystem.status(of: path(schema)) else { return true }
    return identities.contains(status.identity)
  }

  private func exists(_ schema: String) -> Bool {
    schema == Self.standardInput || (try? FileSystem.status(of: path(schema))) != nil
  }

  private func path(_ schema: String) -> String { PathText.normalized(PathText.join(folder, schema)) }

  /// Whether a schema file with that name is part of the run.
  private func isRead(_ name: String) -> Bool {
    schemas.contains { PathText.base($0 == Self.standardInput ? "stdin" : $0, without: Inputs.ending) == name }
  }
}

/// The owner as derived from the name of a file. Older manifests have no other information.
private struct NamedOwner {
  let kind: OutputKind
  /// The name of the schema file.
  let schema: String

  private static let endings: [(ending: String, kind: OutputKind)] = [
    (".igata.swift", .swift), (".realm.swift", .realm), (".swiftdata.swift", .swiftdata), (".sqlite.sql", .sqlite),
    (".postgresql.sql", .postgresql), (".citus.sql", .citus),
  ]

  init?(_ path: String) {
    guard let found = Self.endings.first(where: { PathText.hasEnding(path, $0.ending) }) else { return nil }
    kind = found.kind
    schema = PathText.base(path, without: found.ending)
  }
}
