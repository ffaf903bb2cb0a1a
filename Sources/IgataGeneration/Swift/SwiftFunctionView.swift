import IgataEvolution
import IgataTables
import IgataTemplateLanguage

/// The view of a function of the program that versions of the schema call.
extension GenerationScope {
  private static let functionShape = Shape("name", "parameter", "text", "type")

  /// The functions of all versions, which only SQLite calls.
  var functions: [SwiftFunction] { [SwiftFunction](of: versions["sqlite"] ?? []) }

  /// Whether a function has a type of Foundation.
  var functionsUseFoundation: Bool {
    functions.flatMap { $0.parameters + [$0.result] }.contains { $0.scalar.module == .foundation }
  }

  func view(_ function: SwiftFunction) -> Record {
    let parameters = function.parameters.map(type).joined(separator: ", ")
    return Record(
      Self.functionShape,
      [
        .text(function.name), .text(SwiftIdentifier.escape(function.name)), .text(SwiftLiteral.string(function.name)),
        .text("(\(parameters)) throws -> \(type(function.result))"),
      ])
  }

  private func type(_ type: SwiftFunction.ValueType) -> String {
    typeNames.scalar(type.scalar) + (type.isOptional ? "?" : "")
  }
}
