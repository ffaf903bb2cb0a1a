public import IgataDiagnostics
import IgataSchema

/// An output that a user asks for besides those of the targets.
public struct CustomOutput: Hashable, Sendable {
  /// What an output is made of, and how often.
  public enum Scope: String, CaseIterable, Hashable, Sendable {
    /// Of the whole schema, once.
    case once
    /// Of each model.
    case model
    /// Of each enum.
    case `enum`
    /// Of each struct.
    case `struct`
    /// Of each type that the schema makes of a scalar: `type ISBN = String`.
    case type
  }

  /// The name of the template that prints it.
  public var template: String
  /// The path below the output folder, with ``placeholders`` in it.
  public var path: String
  public var scope: Scope
  /// Where it is asked for.
  public var location: SourceRange

  public init(template: String, path: String, scope: Scope, location: SourceRange) {
    self.template = template
    self.path = path
    self.scope = scope
    self.location = location
  }

  /// What stands in a path for the name of the declaration: as it is, and in snake case.
  public static let placeholders = ["{name}", "{snake}"]

  /// Why a path can't be that of outputs, or nothing if it can.
  public static func objection(to path: String, scope: Scope?) -> String? {
    var rest = path
    for placeholder in placeholders { rest.replace(placeholder, with: "x") }
    if rest.utf8.contains(UInt8(ascii: "{")) || rest.utf8.contains(UInt8(ascii: "}")) {
      return "has braces that are neither '{name}' nor '{snake}'"
    }
    if let scope, (rest != path) == (scope == .once) {
      return scope == .once
        ? "is written once, so there is no name to put into it"
        : "would be the same for each \(scope.rawValue): it needs '{name}' or '{snake}'"
    }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) || rest.utf8.contains(UInt8(ascii: "\\")) {
      return "does not lead to a file below the output folder"
    }
    if rest.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "holds a control character"
    }
    return parts.contains { $0.lowercased().hasPrefix(".igata") } ? "is a name that igata needs itself" : nil
  }

  /// The path of the output of one declaration.
  func path(for name: String) -> String {
    var path = path.replacing("{name}", with: name)
    path.replace("{snake}", with: snakeCase(name))
    return path
  }

  /// How values are escaped that the template prints: as the kind of the file wants it.
  var escape: Escape {
    let name = path.lowercased()
    return [".html", ".htm", ".xhtml", ".xml", ".svg"].contains { name.hasSuffix($0) } ? .html : .none
  }

  enum Escape: Hashable, Sendable {
    case html, none
  }
}
