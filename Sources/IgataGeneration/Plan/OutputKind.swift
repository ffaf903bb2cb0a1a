/// The kind of an output: a target, or one SQL engine of the target ``Target/sql``.
public enum OutputKind: String, CaseIterable, Hashable, Sendable {
  case swift, sqlite, postgresql, realm, swiftdata, citus, openapi, typescript, kotlin, outputs
}

extension GenerationOptions {
  /// The kinds of output that the options request. A kind that is requested twice occurs twice.
  public var kinds: [OutputKind] {
    targets.flatMap { target -> [OutputKind] in
      switch target {
      case .swift: [.swift]
      case .sql: dialects.map { $0 == .sqlite ? .sqlite : .postgresql }
      case .realm: [.realm]
      case .swiftdata: [.swiftdata]
      case .citus: [.citus]
      case .openapi: [.openapi]
      case .typescript: [.typescript]
      case .kotlin: [.kotlin]
      case .outputs: [.outputs]
      }
    }
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
