import IgataDiagnostics
import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The declarations that the classes of one run for another framework can refer to: those for Realm or for SwiftData,
/// whose files have the same parts.
protocol ClassScope: Sendable {
  static var kind: OutputKind { get }
  /// The name of the framework: `SwiftData`.
  static var framework: String { get }
  static var moduleNames: ModuleNames { get }
  /// The modules that the shared file imports.
  static var supportModules: [String] { get }

  /// The types that the shared file declares.
  static var supportTypes: Set<String> { get }

  var scope: GenerationScope { get }
  /// Warnings about features that the framework doesn't support, and errors for names that its classes need.
  var diagnostics: [Diagnostic] { get }

  /// The modules that the declarations of a file use. The compiler warns of a public import that no other one uses.
  func modules(of declared: FileDeclarations) -> [String]
  /// The type that a type alias for a newtype stands for.
  func type(of newtype: Newtype) -> String
  func structView(_ index: Int) -> Record
  func modelView(_ index: Int) -> Record
  /// The type of a value, in an expression.
  func value(_ type: ValueType) -> String
  /// A default value that the framework writes in another way than Swift's own types, or `nil` if it doesn't.
  func ownExpression(_ value: DefaultValue, of scalar: Scalar) -> String?
}

extension ClassScope {
  var schema: Schema { scope.schema }

  /// The outputs: one file for each schema file, and a shared one.
  func outputs(_ paths: SourcePaths) -> [Plan.Output] {
    let name = Self.kind.rawValue
    let files = paths.mirrored.enumerated().map { file, source in
      Plan.Output(
        path: "\(paths.swift[file]).\(name).swift", template: "\(name)/file",
        view: fileView(file: file, source: source), origin: OutputOrigin(Self.kind, files: [file]))
    }
    let support = Plan.Output(
      path: "Igata\(Self.framework).swift", template: "\(name)/support",
      view: Record(["imports": .texts(scope.imports(Self.supportModules)), "names": names]),
      origin: OutputOrigin(Self.kind, files: []))
    return files + [support]
  }

  private var names: TemplateValue { Self.moduleNames.view(scope.modifier, scope.typeNames) }

  private func fileView(file: Int, source: String) -> Record {
    let declared = scope.declarations(in: file)
    let newtypes = declared.newtypes.map { schema.newtypes[$0] }
    let models = declared.models
    return Record([
      "source": .text(SourcePaths.inComment(source)), "imports": .texts(scope.imports(modules(of: declared))),
      "enums": .records(declared.enums.map { view(schema.enums[$0]) }),
      "newtypes": .records(newtypes.filter { $0.fixedScale == nil }.map(view)),
      "fixedPoints": .records(newtypes.filter { $0.fixedScale != nil }.map(fixedView)),
      "structs": .records(declared.structs.map(structView)),
      "models": .made(ViewSource(count: models.count) { modelView(models[$0]) }),
      "aliases": .records(scope.classAliases(file: file)), "names": names,
    ])
  }

  private func view(_ enumeration: EnumType) -> Record {
    Record([
      "documentation": documentation(enumeration.origin, enumeration.deprecation),
      "name": .text(SwiftIdentifier.type(enumeration.name)),
      "rawType": .text(scope.typeNames.scalar(enumeration.rawType)), "cases": scope.caseDeclarations(enumeration),
      "open": scope.openView(of: enumeration),
    ])
  }

  private func view(_ newtype: Newtype) -> Record {
    Record([
      "documentation": documentation(newtype.origin, newtype.deprecation),
      "name": .text(SwiftIdentifier.type(newtype.name)), "base": .text(type(of: newtype)),
    ])
  }

  private func fixedView(_ newtype: Newtype) -> Record {
    Record([
      "documentation": documentation(newtype.origin, newtype.deprecation),
      "name": .text(SwiftIdentifier.type(newtype.name)), "scale": .text(SwiftLiteral.integer(newtype.base.scale)),
    ])
  }

  func documentation(_ origin: Origin, _ deprecation: String?) -> TemplateValue {
    scope.documentation(origin, deprecatedBecause: deprecation)
  }

  /// A default value as an expression, or `nil` if the caller has to provide one.
  func expression(_ value: DefaultValue, of type: ValueType) -> String? {
    if case .enumCase(let number) = value, case .enumeration(let index) = type {
      guard schema.enums[index].cases.indices.contains(number) else { return nil }
      return "\(scope.value(type)).\(SwiftIdentifier.caseValue(number, of: schema.enums[index]))"
    }
    guard let base = scope.base(of: type) else { return nil }
    if base.number == .fixed {
      return value.units(scale: base.scale).map {
        "\(self.value(type))(savedValue: \(SwiftLiteral.integer($0)))"
      }
    }
    if let own = ownExpression(value, of: base) { return own }
    switch value {
    case .boolean(let isTrue): return isTrue ? "true" : "false"
    case .integer(let number): return SwiftLiteral.integer(number)
    case .decimal(let text): return text
    case .string(let text), .json(let text): return SwiftLiteral.string(text)
    default: return nil
    }
  }

  /// The fields of a constraint, and its location: that of the field if there is only one.
  func fields(of constraint: Constraint, in model: Model) -> (names: [String], range: SourceRange) {
    var fields: [Field] = []
    for part in constraint.parts {
      let field = model.fields[model.columns[part.column].field]
      if fields.last?.name != field.name { fields.append(field) }
    }
    return (fields.map(\.name), fields.count == 1 ? fields[0].origin.range : model.origin.range)
  }
}
