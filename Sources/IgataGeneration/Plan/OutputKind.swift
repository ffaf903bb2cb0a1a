/// The kind of an output: a target, or one SQL engine of the target ``Target/sql``.
public enum OutputKind: String, CaseIterable, Hashable, Sendable {
  case swift, sqlite, postgresql, realm, swiftdata, citus, openapi, typescript, kotlin, outputs
}

extension GenerationOptions {
  /// The kinds of output that the options request.
  public var kinds: Set<OutputKind> {
    var kinds: Set<OutputKind> = []
    for target in targets {
      switch target {
      case .swift: kinds.insert(.swift)
      case .sql: kinds.formUnion(dialects.map { $0 == .sqlite ? .sqlite : .postgresql })
      case .realm: kinds.insert(.realm)
      case .swiftdata: kinds.insert(.swiftdata)
      case .citus: kinds.insert(.citus)
      case .openapi: kinds.insert(.openapi)
      case .typescript: kinds.insert(.typescript)
      case .kotlin: kinds.insert(.kotlin)
      case .outputs: kinds.insert(.outputs)
      }
    }
    return kinds
  }
}

/// The part of a run that an output belongs to.
public struct OutputOrigin: Hashable, Sendable {
  public let kind: OutputKind
  /// The indices of the schema files that it is generated from, in ascending order. Empty for a file that is the same
  /// for all schemas.
  public let files: [Int]

  public init(_ kind: OutputKind, files: [Int]) {
    self.kind = kind
    self.files = files
  }
}
