public import IgataDiagnostics

/// What one compilation reads.
///
/// Ranges refer to the files by their index in ``all``: schemas first, then the configuration, the Swift files and the
/// templates.
public struct Sources: Sendable {
  /// The schema files, in the order of their names.
  public let schemas: [SourceFile]
  /// The path of each schema file below the folder that all are in: `shop/orders.igata`.
  public let paths: [String]
  /// The same without the ending: outputs are named after them.
  public let outputPaths: [String]
  /// The file that asks for the custom outputs, or `nil` if there is none.
  public var configuration: SourceFile?
  /// The Swift files that the outputs are compiled with.
  public var siblings: [SiblingSource] = []
  /// The user's templates.
  public var templates: [TemplateSource] = []

  /// - Parameter paths: The path of each schema file below the folder that all are in; by default their names.
  public init(_ schemas: [SourceFile], paths: [String]? = nil) {
    self.schemas = schemas
    self.paths = paths ?? schemas.map(\.name)
    outputPaths = self.paths.map(Self.withoutEnding)
  }

  /// All files.
  var all: [SourceFile] {
    schemas + (configuration.map { [$0] } ?? []) + siblings.map(\.file) + templates.map(\.file)
  }

  /// The index of the configuration among all files.
  var configurationIndex: Int { schemas.count }
  /// The index of the first Swift file among all files.
  var firstSiblingIndex: Int { schemas.count + (configuration == nil ? 0 : 1) }
  /// The index of the first template among all files.
  var firstTemplateIndex: Int { firstSiblingIndex + siblings.count }

  /// The schema files under their paths, which are the same on every machine.
  public var schemasByPath: [SourceFile] {
    zip(schemas, paths).map { SourceFile(name: $1, bytes: $0.bytes) }
  }

  private static func withoutEnding(_ path: String) -> String {
    let ending = ".igata".utf8
    guard path.utf8.count > ending.count, path.utf8.suffix(ending.count).elementsEqual(ending) else { return path }
    let stem = path.utf8.dropLast(ending.count)
    return stem.last == UInt8(ascii: "/") ? path : String(Substring(stem))
  }
}

/// A Swift file that the outputs are compiled with.
public struct SiblingSource: Sendable {
  public let file: SourceFile
  /// Its path from the output folder.
  public let path: String

  public init(_ file: SourceFile, path: String) {
    self.file = file
    self.path = path
  }
}

/// A template's source.
public struct TemplateSource: Sendable {
  /// The name by which partial and parent tags refer to it: its path below its folder without the ending.
  public let name: String
  public let file: SourceFile

  public init(name: String, file: SourceFile) {
    self.name = name
    self.file = file
  }
}
