public import IgataDiagnostics
public import IgataEvolution

/// The input of one compilation.
///
/// Ranges refer to the files by their index in ``all``: schemas first, then the configuration, the Swift files and the
/// templates.
public struct Sources: Sendable {
  /// The schema files, sorted by name.
  public let schemas: [SourceFile]
  /// The path of each schema file relative to the common folder of all: `shop/orders.igata`.
  public let paths: [String]
  /// The same paths without the extension. Outputs are named after them.
  public let outputPaths: [String]
  /// The file that configures the custom outputs, or `nil` if there is none.
  public var configuration: SourceFile?
  /// The Swift files that are compiled in the same module as the outputs.
  public var siblings: [SiblingSource] = []
  /// The versions of the schema that were sealed; `nil` if there are none.
  public var versions: SealedVersions?
  /// The custom templates.
  public var templates: [TemplateSource] = []

  /// - Parameter paths: The path of each schema file relative to the common folder of all. By default, the names of the
  ///   files.
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

  /// The schema files with their relative paths as names, which are the same on every machine.
  public var schemasByPath: [SourceFile] {
    zip(schemas, paths).map { SourceFile(name: $1, bytes: $0.bytes) }
  }

  static func withoutEnding(_ path: String) -> String {
    let ending = ".igata".utf8
    guard path.utf8.count > ending.count, path.utf8.suffix(ending.count).elementsEqual(ending) else { return path }
    let stem = path.utf8.dropLast(ending.count)
    return stem.last == UInt8(ascii: "/") ? path : String(Substring(stem))
  }
}

/// A Swift file that is compiled in the same module as the outputs.
public struct SiblingSource: Sendable {
  public let file: SourceFile
  /// Its path relative to the output folder.
  public let path: String

  public init(_ file: SourceFile, path: String) {
    self.file = file
    self.path = path
  }
}

/// The source of a template.
public struct TemplateSource: Sendable {
  /// The name by which partial and parent tags refer to it: its relative path without the extension.
  public let name: String
  public let file: SourceFile

  public init(name: String, file: SourceFile) {
    self.name = name
    self.file = file
  }
}
