public import IgataDiagnostics
import IgataSchema

/// An output that the user defines in addition to those of the targets.
public struct CustomOutput: Hashable, Sendable {
  /// The declarations for which an output is written.
  public enum Scope: String, CaseIterable, Hashable, Sendable {
    /// Once for the whole schema.
    case once
    /// For each model.
    case model
    /// For each enum.
    case `enum`
    /// For each struct.
    case `struct`
    /// For each newtype: `type ISBN = String`.
    case type
  }

  /// The name of the template that renders it.
  public var template: String
  /// The path relative to the output folder, which can contain ``placeholders``.
  public var path: String
  public var scope: Scope
  /// The location of its definition.
  public var location: SourceRange

  public init(template: String, path: String, scope: Scope, location: SourceRange) {
    self.template = template
    self.path = path
    self.scope = scope
    self.location = location
  }

  /// The placeholders for the name of the declaration in a path: unchanged, and in snake case.
  public static let placeholders = ["{name}", "{snake}"]

  /// The reason why a path isn't valid for outputs, or `nil` if it is.
  public static func objection(to path: String, scope: Scope?) -> String? {
    var rest = path
    for placeholder in placeholders { rest.replace(placeholder, with: "x") }
    if rest.utf8.contains(UInt8(ascii: "{")) || rest.utf8.contains(UInt8(ascii: "}")) {
      return "contains braces that are neither '{name}' nor '{snake}'"
    }
    if let scope, (rest != path) == (scope == .once) {
      return scope == .once
        ? "is written once, so it can't contain a name"
        : "would be the same for each \(scope.rawValue): it needs '{name}' or '{snake}'"
    }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) || rest.utf8.contains(UInt8(ascii: "\\")) {
      return "is not the path of a file in the output folder"
    }
    if rest.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "contains a control character"
    }
    let isReserved = parts.contains { $0.lowercased().hasPrefix(".igata") || VersionControl.owns(String($0)) }
    return isReserved ? "is a name that igata reserves" : nil
  }

  /// The path of the output of one declaration.
  func path(for name: String) -> String {
    var path = path.replacing("{name}", with: name)
    path.replace("{snake}", with: snakeCase(name))
    return path
  }

  /// The escaping of printed values, which depends on the file extension.
  var escape: Escape {
    let name = path.lowercased()
    return [".html", ".htm", ".xhtml", ".xml", ".svg"].contains { name.hasSuffix($0) } ? .html : .none
  }

  enum Escape: Hashable, Sendable {
    case html, none
  }
}
