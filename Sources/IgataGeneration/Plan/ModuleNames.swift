import IgataTemplateLanguage

/// The names by which classes for another framework refer to the declarations of modules.
///
/// A type of the schema hides what a module declares under its name; that is then written with the module before it.
struct ModuleNames: Sendable {
  /// Scalars, whose names the schema can't declare.
  private static let scalars = ["Date", "UUID", "Data", "Decimal", "URL"]

  private let modules: [(module: String, names: [String])]
  private let shape: Shape

  init(_ modules: KeyValuePairs<String, [String]>) {
    self.modules = modules.map { ($0.key, $0.value) }
    shape = Shape(["access"] + Self.scalars + modules.flatMap(\.value))
  }

  /// What templates see: the access modifier, and each name as it has to be written.
  func view(_ scope: GenerationScope) -> TemplateValue {
    let names = modules.flatMap { module, names in names.map { scope.name($0, of: module) } }
    return .view(Record(shape, ([scope.modifier] + Self.scalars + names).map { .text($0) }))
  }

  /// The modules that stand before names, so that no type of the schema may be called as they are.
  func needed(_ scope: GenerationScope) -> [String] {
    modules.filter { $0.names.contains(where: scope.isDeclared) }.map(\.module)
  }
}

extension GenerationScope {
  /// A declaration of a module, with the module before it where the schema has a type of that name.
  func name(_ name: String, of module: String) -> String { isDeclared(name) ? "\(module).\(name)" : name }
}
