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
  var run = JSONBuilder()
  var driver = JSONBuilder()
  driver.key("name", "igata")
  driver.key("version", version)
  driver.key("rules", list: kinds.map(SARIFWriter.rule))
  run.key("tool", object: { $0.key("driver", driver) })
  run.key("columnKind", "unicodeCodePoints")
  run.key("artifacts", list: files.map(SARIFWriter.artifact))
  run.key("results", list: reported.map { writer.result($0) })
  var log = JSONBuilder()
  log.key("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
  log.key("version", "2.1.0")
  log.key("runs", list: [run])
  return log.tree.line(dividing: ["rules", "results"]) + "\n"
}

private struct SARIFWriter {
  private let files: [SourceFile]
  private var locations: SourceLocations
  private let kindIndexes: [String: Int]
  /// How often each fingerprint has been needed.
  private var fingerprints: [String: Int] = [:]

  init(_ files: [SourceFile], _ kinds: [KindDescription]) {
    self.files = files
    locations = SourceLocations(files)
    kindIndexes = Dictionary(kinds.enumerated().map { ($1.kind.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func artifact(_ file: SourceFile) -> JSONBuilder {
    var artifact = JSONBuilder()
    artifact.key("location", location(file))
    return artifact
  }

  private static func location(_ file: SourceFile) -> JSONBuilder {
    var location = JSONBuilder()
    location.key("uri", uri(file.name))
    return location
  }

  static func rule(_ description: KindDescription) -> JSONBuilder {
    let kind = description.kind
    var rule = JSONBuilder()
    rule.key("id", kind.id)
    rule.key("shortDescription", message(kind.page.summary))
    rule.key("fullDescription", message(kind.page.text))
    if let address = description.address { rule.key("helpUri", address) }
    var help = message(kind.page.markdown)
    help.key("markdown", kind.page.markdown)
    rule.key("help", help)
    var configuration = JSONBuilder()
    configuration.key("enabled", description.severity != nil)
    configuration.key("level", description.severity?.sarifLevel ?? "none")
    rule.key("defaultConfiguration", configuration)
    if let group = description.group {
      var properties = JSONBuilder()
      properties.key("category", group)
      rule.key("properties", properties)
    }
    return rule
  }

  mutating func result(_ reported: ReportedDiagnostic) -> JSONBuilder {
    let diagnostic = reported.diagnostic
    var result = JSONBuilder()
    result.key("ruleId", diagnostic.kind.id)
    if let index = kindIndexes[diagnostic.kind.id] { result.key("ruleIndex", index) }
    result.key("level", diagnostic.severity.sarifLevel)
    result.key("message", Self.message(diagnostic.message + (diagnostic.help.map { ": \($0)" } ?? "")))
    if var location = location(diagnostic.range) {
      if let path = reported.path {
        var logical = JSONBuilder()
        logical.key("fullyQualifiedName", path)
        location.key("logicalLocations", list: [logical])
      }
      result.key("locations", list: [location])
    }
    if let path = reported.path { result.key("partialFingerprints", fingerprint(of: diagnostic, path)) }
    let related = diagnostic.related.enumerated().compactMap { index, related -> JSONBuilder? in
      guard var location = location(related.range) else { return nil }
      location.key("id", index + 1)
      location.key("message", Self.message(related.message))
      return location
    }
    if !related.isEmpty { result.key("relatedLocations", list: related) }
    let fixes = diagnostic.fixes.compactMap { fix($0) }
    if !fixes.isEmpty { result.key("fixes", list: fixes) }
    if let suppression = reported.suppression { result.key("suppressions", list: [Self.object(suppression)]) }
    return result
  }

  /// Identifies a finding while lines are inserted above it: its kind and the declaration that it is about.
  private mutating func fingerprint(of diagnostic: Diagnostic, _ path: String) -> JSONBuilder {
    let text = "\(diagnostic.kind.id):\(path)"
    let count = fingerprints["\(diagnostic.range.file):\(text)", default: 0] + 1
    fingerprints["\(diagnostic.range.file):\(text)"] = count
    var object = JSONBuilder()
    object.key("igataDeclaration/v1", "\(text):\(count)")
    return object
  }

  private static func object(_ suppression: ReportedDiagnostic.Suppression) -> JSONBuilder {
    var object = JSONBuilder()
    switch suppression {
    case .inSource(let reason):
      object.key("kind", "inSource")
      if let reason { object.key("justification", reason) }
    case .external: object.key("kind", "external")
    }
    return object
  }

  /// A fix with its changes grouped by file, or `nil` if it doesn't change any of the run's files.
  private mutating func fix(_ fix: Diagnostic.Fix) -> JSONBuilder? {
    var changes: [JSONBuilder] = []
    for (number, file) in files.enumerated() {
      let replacements = fix.edits.filter { $0.range.file == number }.compactMap { edit -> JSONBuilder? in
        guard let region = region(edit.range) else { return nil }
        var replacement = JSONBuilder()
        replacement.key("deletedRegion", region)
        replacement.key("insertedContent", Self.message(edit.replacement))
        return replacement
      }
      guard !replacements.isEmpty else { continue }
      var change = JSONBuilder()
      change.key("artifactLocation", Self.location(file))
      change.key("replacements", list: replacements)
      changes.append(change)
    }
    guard !changes.isEmpty else { return nil }
    var object = JSONBuilder()
    object.key("description", Self.message(fix.title + (fix.isSafe ? "" : " (may change the meaning)")))
    object.key("artifactChanges", list: changes)
    return object
  }

  private mutating func location(_ range: SourceRange) -> JSONBuilder? {
    guard let region = region(range) else { return nil }
    var artifact = Self.location(files[range.file])
    artifact.key("index", range.file)
    var physical = JSONBuilder()
    physical.key("artifactLocation", artifact)
    physical.key("region", region)
    var location = JSONBuilder()
    location.key("physicalLocation", physical)
    return location
  }

  private mutating func region(_ range: SourceRange) -> JSONBuilder? {
    guard let start = locations.codePointPosition(of: range.start, in: range.file),
      let end = locations.codePointPosition(of: max(range.start, range.end), in: range.file)
    else { return nil }
    var region = JSONBuilder()
    region.key("startLine", start.line)
    region.key("startColumn", start.column)
    region.key("endLine", end.line)
    region.key("endColumn", end.column)
    return region
  }

  private static func message(_ text: String) -> JSONBuilder {
    var message = JSONBuilder()
    message.key("text", text)
    return message
  }

  /// A file's name as a URI reference: relative to the current directory, or absolute.
  private static func uri(_ name: String) -> String {
    (name.utf8.first == UInt8(ascii: "/") ? "file://" : "") + percentEncoded(name)
  }
}

extension Diagnostic.Severity {
  fileprivate var sarifLevel: String { rawValue }
}
