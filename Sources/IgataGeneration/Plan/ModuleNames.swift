import IgataTemplateLanguage

/// The names by which classes for another framework refer to declarations of modules.
///
/// A type of the schema hides a module's declaration with the same name, so the declaration is then qualified with the
/// module name.
struct ModuleNames: Sendable {
  /// Scalars, which are names that the schema can't declare.
  private static let scalars = ["Date", "UUID", "Data", "Decimal", "URL"]

  private let modules: [(module: String, names: [String])]
  private let shape: Shape

  init(_ modules: KeyValuePairs<String, [String]>) {
    self.modules = modules.map { ($0.key, $0.value) }
    shape = Shape(["access"] + Self.scalars + modules.flatMap(\.value))
  }

  /// The view for templates: the access modifier, and each name, qualified if necessary.
  func view(_ scope: GenerationScope) -> TemplateValue {
    let names = modules.flatMap { module, names in names.map { scope.name($0, of: module) } }
    return .view(Record(shape, ([scope.modifier] + Self.scalars + names).map { .text($0) }))
  }

  /// The modules that qualify names, which must not be the names of types of the schema.
  func needed(_ scope: GenerationScope) -> [String] {
    modules.filter { $0.names.contains(where: scope.isDeclared) }.map(\.module)
  }
}

extension GenerationScope {
  /// A declaration of a module, qualified with the module name if the schema has a type with the same name.
  func name(_ name: String, of module: String) -> String { isDeclared(name) ? "\(module).\(name)" : name }
}
