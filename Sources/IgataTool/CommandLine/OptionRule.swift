import IgataDiagnostics
import IgataGeneration

/// An option of a command: what it is called, what it takes, and what it is for.
struct OptionRule: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    /// The option is there or not.
    case none
    case text(String)
    /// One or more, with commas between or by repeating the option.
    case texts(String)
    /// A path; in `igata.json` it counts from the folder of that file.
    case path(String)
    case paths(String)
    case choice([String])
    /// One or more, with commas between.
    case choices([String])
    /// The name of a Swift type.
    case typeName(String)
  }

  /// Without its dashes.
  let name: String
  /// One letter, without its dash.
  let short: String?
  let value: Value
  let purpose: String

  init(_ name: String, short: String? = nil, _ value: Value, _ purpose: String) {
    self.name = name
    self.short = short
    self.value = value
    self.purpose = purpose
  }

  /// An option that takes no value.
  static func flag(_ name: String, short: String? = nil, _ purpose: String) -> OptionRule {
    OptionRule(name, short: short, .none, purpose)
  }

  /// What `igata.json` calls it: `schemaName` for `--schema-name`.
  var settingName: String {
    let words = name.split(separator: "-").map(String.init)
    return words.dropFirst().reduce(words.first ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// What the help writes behind the name.
  var label: String {
    switch value {
    case .none: ""
    case .text(let label), .texts(let label), .path(let label), .paths(let label), .typeName(let label): " \(label)"
    case .choice(let values): " \(values.joined(separator: "|"))"
    case .choices(let values): " \(values.joined(separator: ","))"
    }
  }

  /// The values that there are, where they are few.
  var choices: [String] {
    switch value {
    case .choice(let values), .choices(let values): values
    case .none, .text, .texts, .path, .paths, .typeName: []
    }
  }

  /// Why `text` is not a value of the option, or nothing if it is one.
  func objection(to text: String) -> String? {
    switch value {
    case .none: return "takes no value"
    case .text(let label), .texts(let label), .path(let label), .paths(let label):
      return text.isEmpty ? "needs a value: \(label)" : nil
    case .typeName(let label):
      if text.isEmpty { return "needs a value: \(label)" }
      return SchemaName.objection(to: text).map { "can't be '\(visible(text))', which \($0)" }
    case .choice(let values):
      return values.contains(text) ? nil : "can't be '\(visible(text))'; it is \(values.listed(by: "or"))"
    case .choices(let values):
      guard let wrong = OptionRule.parts(of: text).first(where: { !values.contains($0) }) else { return nil }
      let several = values.count > 1 ? ", or several of them with commas between" : ""
      return "can't be '\(visible(wrong))'; it is \(values.listed(by: "or"))\(several)"
    }
  }

  /// What stands between the commas.
  static func parts(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
