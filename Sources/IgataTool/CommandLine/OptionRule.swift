import IgataDiagnostics
import IgataGeneration

/// An option of a command: its name, its value, and its purpose.
struct OptionRule: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    /// The option is a flag without a value.
    case none
    case text(String)
    /// One or more values, separated by commas or given by repeating the option.
    case texts(String)
    /// A path. In `igata.json` it is relative to the folder of that file.
    case path(String)
    case paths(String)
    case choice([String])
    /// One or more values, separated by commas.
    case choices([String])
    /// The name of a Swift type.
    case typeName(String)

    fileprivate var suggestions: Suggestions {
      switch self {
      case .none, .text, .texts, .typeName: .none
      case .path: .files(ending: nil)
      case .paths: .schemas
      case .choice(let values): .words(.these(values))
      case .choices(let values): .list(.these(values))
      }
    }
  }

  /// The name without dashes.
  let name: String
  /// A single letter without the dash.
  let short: String?
  let value: Value
  let purpose: String
  /// What a shell proposes for the value.
  let suggestions: Suggestions

  /// - Parameter suggestions: By default, the valid values, or files for a path.
  init(
    _ name: String, short: String? = nil, _ value: Value, _ purpose: String, suggestions: Suggestions? = nil
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.purpose = purpose
    self.suggestions = suggestions ?? value.suggestions
  }

  /// Creates an option without a value.
  static func flag(_ name: String, short: String? = nil, _ purpose: String) -> OptionRule {
    OptionRule(name, short: short, .none, purpose)
  }

  /// The name in `igata.json`: `schemaName` for `--schema-name`.
  var settingName: String {
    let words = name.split(separator: "-").map(String.init)
    return words.dropFirst().reduce(words.first ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// The value's label after the name in the help.
  var label: String {
    switch value {
    case .none: ""
    case .text(let label), .texts(let label), .path(let label), .paths(let label), .typeName(let label): " \(label)"
    case .choice(let values): " \(values.joined(separator: "|"))"
    case .choices(let values): " \(values.joined(separator: ","))"
    }
  }

  /// The valid values, if there is a fixed set.
  var choices: [String] {
    switch value {
    case .choice(let values), .choices(let values): values
    case .none, .text, .texts, .path, .paths, .typeName: []
    }
  }

  /// The reason why `text` isn't a valid value, or `nil` if it is.
  func objection(to text: String) -> String? {
    switch value {
    case .none: return "takes no value"
    case .text(let label), .texts(let label), .path(let label), .paths(let label):
      return text.isEmpty ? "requires a value: \(label)" : nil
    case .typeName(let label):
      if text.isEmpty { return "requires a value: \(label)" }
      return SchemaName.objection(to: text).map { "can't be '\(visible(text))', which \($0)" }
    case .choice(let values):
      return values.contains(text) ? nil : "can't be '\(visible(text))'; use \(values.listed(by: "or"))"
    case .choices(let values):
      guard let wrong = OptionRule.parts(of: text).first(where: { !values.contains($0) }) else { return nil }
      let several = values.count > 1 ? ", or several of them separated by commas" : ""
      return "can't be '\(visible(wrong))'; use \(values.listed(by: "or"))\(several)"
    }
  }

  /// The parts between commas.
  static func parts(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
