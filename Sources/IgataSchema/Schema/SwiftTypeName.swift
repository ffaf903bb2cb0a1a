/// A Swift type that the user writes, in place of one that is generated: `@swift("Palette.Color", import: "Palette")`.
public struct SwiftTypeName: Hashable, Sendable {
  /// The names between the dots: those of the types that it is nested in, and its own.
  public var components: [String]
  /// The names between the dots of the module that generated files import for it; empty if they import none.
  public var module: [String] = []

  /// The name as it is in the schema, without backticks.
  public var text: String { components.joined(separator: ".") }

  /// The module's name as it is in the schema; `nil` if there is none.
  public var moduleText: String? { module.isEmpty ? nil : module.joined(separator: ".") }
}
