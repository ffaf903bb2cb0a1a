import IgataDiagnostics
import IgataEvolution
import IgataTemplateLanguage

/// The section `migrations` of `igata.json`.
struct MigrationSettings: Hashable, Sendable {
  /// The name of the setting.
  static let key = "migrations"
  static let keys = ["folder", "dialects", "embed", "deploy"]

  /// The folder of the versions.
  var location: FileLocation
  /// The dialects for which a version gets a script.
  var dialects = ["sqlite"]
  /// The dialects whose scripts are compiled into the program; `nil` for SQLite, if it is one of ``dialects``.
  var embed: [String]?

  private static let defaultFolder = "Migrations"

  /// The settings of an `igata.json` that has none.
  ///
  /// - Parameter folder: The folder of `igata.json`.
  init(in folder: String) {
    location = FileLocation(folder: folder.isEmpty ? "." : folder).appending(Self.defaultFolder)
  }

  /// The settings without `igata.json`. As that would be, the folder of the versions is in one above the schemas.
  ///
  /// - Parameters:
  ///   - schemas: The folders of the schemas.
  ///   - other: The folder in which the versions are if there are none above the schemas; empty for the current one.
  init(above schemas: [String], or other: String = "") {
    let list = PathText.join(Self.defaultFolder, VersionFolder.historyName)
    let found = schemas.lazy.compactMap { Configuration.find(list, above: $0) }.first
    self.init(in: found.map { PathText.folder(PathText.folder($0)) } ?? other)
  }

  /// The path of the folder of the versions.
  var folder: String { location.path }

  /// The dialects whose scripts are compiled into the program.
  var embeddedDialects: [String] { embed ?? dialects.filter { $0 == "sqlite" } }
}

/// Reads the section `migrations`. Invalid settings are left out and reported.
///
/// ```json
/// {"folder": "Migrations", "dialects": ["sqlite", "postgresql"], "embed": ["sqlite"], "deploy": "stop"}
/// ```
func readMigrations(
  _ value: JSONValue, folder: String, _ diagnostics: inout [Diagnostic]
) -> MigrationSettings {
  var settings = MigrationSettings(in: folder)
  guard case .object(let members, _) = value else {
    diagnostics.append(Diagnostic(.wrongSetting, "'\(MigrationSettings.key)' is not an object", at: value.range))
    return settings
  }
  for member in members {
    do throws(WrongMigrations) {
      try settings.read(member, folder: folder)
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }
  if let name = settings.embed?.first(where: { !settings.dialects.contains($0) }),
    let member = members.first(where: { $0.key == "embed" })
  {
    diagnostics.append(
      Diagnostic(
        .wrongSetting, "'embed' contains '\(name)', and 'dialects' doesn't", at: member.value.range,
        help: "add it to 'dialects', so that versions get scripts for it"))
  }
  return settings
}

private struct WrongMigrations: Error {
  var diagnostic: Diagnostic

  init(_ message: String, at range: SourceRange, help: String? = nil, _ kind: DiagnosticKind = .wrongSetting) {
    diagnostic = Diagnostic(kind, message, at: range, help: help)
  }

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

extension MigrationSettings {
  fileprivate mutating func read(_ member: JSONMember, folder: String) throws(WrongMigrations) {
    switch member.key {
    case "folder":
      let text = try Self.text(member.value, of: member)
      guard !text.isEmpty, !text.utf8.contains(0) else {
        throw WrongMigrations("'folder' is no path", at: member.value.range)
      }
      guard let location = FileLocation(text, configuredIn: folder) else {
        throw WrongMigrations(.outsideSetting("folder", at: member.value.range))
      }
      self.location = location
    case "dialects": dialects = try readDialects(member)
    case "embed": embed = try readDialects(member)
    case "deploy":
      let text = try Self.text(member.value, of: member)
      guard text == "stop" else {
        throw WrongMigrations(
          "'deploy' can't be '\(visible(text))'", at: member.value.range,
          help: text == "rolling" ? "'rolling' doesn't exist yet; use 'stop'" : "use 'stop'")
      }
    default:
      let near = nearest(member.key, in: Self.keys)
      throw WrongMigrations(
        "unknown key '\(visible(member.key))' in '\(Self.key)'", at: member.keyRange,
        help: near.map { "did you mean '\($0)'?" } ?? "the keys are \(Self.keys.listed())", .unknownSetting)
    }
  }

  private func readDialects(_ member: JSONMember) throws(WrongMigrations) -> [String] {
    guard case .list(let values, _) = member.value, !values.isEmpty else {
      throw WrongMigrations("'\(member.key)' is not a list of dialects", at: member.value.range)
    }
    var names: [String] = []
    for value in values {
      let text = try Self.text(value, of: member)
      guard scriptDialects.contains(text) else {
        throw WrongMigrations(
          "'\(member.key)' can't contain '\(visible(text))'", at: value.range,
          help: "use \(scriptDialects.listed(by: "or"))")
      }
      guard !names.contains(text) else {
        throw WrongMigrations("'\(member.key)' contains '\(text)' twice", at: value.range)
      }
      names.append(text)
    }
    return names
  }

  private static func text(_ value: JSONValue, of member: JSONMember) throws(WrongMigrations) -> String {
    guard case .text(let text, _) = value else {
      throw WrongMigrations("'\(member.key)' is not a string", at: value.range)
    }
    return text
  }
}
