/// The findings as a SARIF 2.1.0 log, which code scanning services and editors read.
///
/// Each finding has its location, the related locations with their messages, its fixes, and its suppression if it is
/// suppressed. Columns count Unicode code points, from 1.
///
/// - Parameters:
///   - kinds: The descriptions of the kinds. A finding of a kind without a description is reported by its id alone.
///   - version: The version of the program.
public func renderSARIF(
  _ reported: [ReportedDiagnostic], files: [SourceFile], kinds: [KindDescription], version: String
) -> String {
  var writer = SARIFWriter(files, kinds)
  var driver = JSONObject()
  driver.set("name", "igata")
  driver.set("version", version)
  driver.set("rules", kinds.map(SARIFWriter.rule), separator: ",\n      ")
  var tool = JSONObject()
  tool.set("driver", driver)
  var run = JSONObject()
  run.set("tool", tool)
  run.set("columnKind", "unicodeCodePoints")
  run.set("artifacts", files.map(SARIFWriter.artifact))
  run.set("results", reported.map { writer.result($0) }, separator: ",\n      ")
  var log = JSONObject()
  log.set("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
  log.set("version", "2.1.0")
  log.set("runs", [run])
  return String(decoding: log.text, as: UTF8.self) + "\n"
}

private struct SARIFWriter {
  private let files: [SourceFile]
  private var locations: SourceLocations
  private let kindIndexes: [String: Int]

  init(_ files: [SourceFile], _ kinds: [KindDescription]) {
    self.files = files
    locations = SourceLocations(files)
    kindIndexes = Dictionary(kinds.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func artifact(_ file: SourceFile) -> JSONObject {
    var artifact = JSONObject()
    artifact.set("location", location(file))
    return artifact
  }

  private static func location(_ file: SourceFile) -> JSONObject {
    var location = JSONObject()
    location.set("uri", uri(file.name))
    return location
  }

  static func rule(_ kind: KindDescription) -> JSONObject {
    var rule = JSONObject()
    rule.set("id", kind.id)
    rule.set("shortDescription", message(kind.summary))
    var help = message(kind.page)
    help.set("markdown", kind.page)
    rule.set("help", help)
    var configuration = JSONObject()
    configuration.set("enabled", kind.severity != nil)
    configuration.set("level", kind.severity?.sarifLevel ?? "none")
    rule.set("defaultConfiguration", configuration)
    if let group = kind.group {
      var properties = JSONObject()
      properties.set("category", group)
      rule.set("properties", properties)
    }
    return rule
  }

  mutating func result(_ reported: ReportedDiagnostic) -> JSONObject {
    let diagnostic = reported.diagnostic
    var result = JSONObject()
    result.set("ruleId", diagnostic.kind.id)
    if let index = kindIndexes[diagnostic.kind.id] { result.set("ruleIndex", index) }
    result.set("level", diagnostic.severity.sarifLevel)
    result.set("message", Self.message(diagnostic.message + (diagnostic.help.map { ": \($0)" } ?? "")))
    if var location = location(diagnostic.range) {
      if let path = reported.path {
        var logical = JSONObject()
        logical.set("fullyQualifiedName", path)
        location.set("logicalLocations", [logical])
      }
      result.set("locations", [location])
    }
    let related = diagnostic.related.enumerated().compactMap { index, related -> JSONObject? in
      guard var location = location(related.range) else { return nil }
      location.set("id", index + 1)
      location.set("message", Self.message(related.message))
      return location
    }
    if !related.isEmpty { result.set("relatedLocations", related) }
    let fixes = diagnostic.fixes.compactMap { fix($0) }
    if !fixes.isEmpty { result.set("fixes", fixes) }
    if let suppression = reported.suppression { result.set("suppressions", [Self.object(suppression)]) }
    return result
  }

  private static func object(_ suppression: ReportedDiagnostic.Suppression) -> JSONObject {
    var object = JSONObject()
    switch suppression {
    case .inSource(let reason):
      object.set("kind", "inSource")
      if let reason { object.set("justification", reason) }
    case .external: object.set("kind", "external")
    }
    return object
  }

  /// A fix with its changes grouped by file, or `nil` if it doesn't change any of the run's files.
  private mutating func fix(_ fix: Diagnostic.Fix) -> JSONObject? {
    var changes: [JSONObject] = []
    for (number, file) in files.enumerated() {
      let replacements = fix.edits.filter { $0.range.file == number }.compactMap { edit -> JSONObject? in
        guard let region = region(edit.range) else { return nil }
        var replacement = JSONObject()
        replacement.set("deletedRegion", region)
        replacement.set("insertedContent", Self.message(edit.replacement))
        return replacement
      }
      guard !replacements.isEmpty else { continue }
      var change = JSONObject()
      change.set("artifactLocation", Self.location(file))
      change.set("replacements", replacements)
      changes.append(change)
    }
    guard !changes.isEmpty else { return nil }
    var object = JSONObject()
    object.set("description", Self.message(fix.title + (fix.isSafe ? "" : " (may change the meaning)")))
    object.set("artifactChanges", changes)
    return object
  }

  private mutating func location(_ range: SourceRange) -> JSONObject? {
    guard let region = region(range) else { return nil }
    var artifact = Self.location(files[range.file])
    artifact.set("index", range.file)
    var physical = JSONObject()
    physical.set("artifactLocation", artifact)
    physical.set("region", region)
    var location = JSONObject()
    location.set("physicalLocation", physical)
    return location
  }

  private mutating func region(_ range: SourceRange) -> JSONObject? {
    guard let start = locations.codePointPosition(of: range.start, in: range.file),
      let end = locations.codePointPosition(of: max(range.start, range.end), in: range.file)
    else { return nil }
    var region = JSONObject()
    region.set("startLine", start.line)
    region.set("startColumn", start.column)
    region.set("endLine", end.line)
    region.set("endColumn", end.column)
    return region
  }

  private static func message(_ text: String) -> JSONObject {
    var message = JSONObject()
    message.set("text", text)
    return message
  }

  /// A file's name as a URI reference: relative to the current directory, or absolute.
  private static func uri(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = name.utf8.first == UInt8(ascii: "/") ? Array("file://".utf8) : []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Diagnostic.Severity {
  fileprivate var sarifLevel: String { rawValue }
}
