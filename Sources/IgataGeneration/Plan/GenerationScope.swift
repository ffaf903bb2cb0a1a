import IgataDiagnostics
import IgataEvolution
import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The declarations that the outputs of one run can refer to: those of the schema, and those of the runtime, in a form
/// that works even if the schema declares types with the same names.
final class GenerationScope: Sendable {
  let schema: Schema
  /// The versions of the schema by dialect, for those that are compiled into the program.
  let versions: [String: [RunnableVersion]]
  /// The modifier before a declaration: `public `, `package ` or an empty string.
  let modifier: String
  let access: AccessLevel
  /// The modules whose imports must state their access level.
  let explicitImports: Set<String>
  /// For each enum, the cases that are default values of fields.
  let usedCases: [Set<Int>]
  /// The names that are available in every template: the access modifier, and the names of the runtime.
  let names: TemplateValue
  /// The most frequently used types of the runtime.
  let types: RuntimeTypes
  /// How types are referred to.
  let typeNames: TypeNames
  /// The declarations of each schema file. Files after the last one with declarations have no element.
  private let files: [FileDeclarations]
  /// The names of the enums in Swift, in the order of the schema.
  private let enumTypes: [String]
  private let newtypeTypes: [String]
  private let structTypes: [String]
  private let modelTypes: [String]
  private let modelValues: [String]
  /// The tables of the models.
  let tables: [ModelTable]

  /// What the program's own sources declare.
  let siblings: SiblingNames

  /// Reports a type of the schema that has the name which the configuration gives to the enum of all models.
  let takenSchemaName: [Diagnostic]

  init(
    schema: Schema, versions: [String: [RunnableVersion]] = [:], access: AccessLevel, schemaName: String? = nil,
    siblings: SiblingNames = .none, explicitImports: Set<String> = []
  ) {
    self.schema = schema
    self.siblings = siblings
    self.versions = versions
    self.access = access
    self.explicitImports = explicitImports
    modifier = access.modifier
    usedCases = Self.usedCases(in: schema)
    files = FileDeclarations.all(of: schema)
    takenSchemaName = Self.takenSchemaName(schemaName, in: schema)
    let typeNames = TypeNames(schema, schemaName: schemaName, siblings: siblings)
    self.typeNames = typeNames
    enumTypes = schema.enums.map { typeNames.type($0.name) }
    newtypeTypes = schema.newtypes.map { typeNames.type($0.name) }
    structTypes = schema.structs.map { typeNames.type($0.name) }
    modelTypes = schema.models.indices.map { typeNames.type(schema.models[$0].name) }
    modelValues = schema.models.indices.map { typeNames.value(schema.models[$0].name) }
    tables = schema.tables
    names = Self.names(access: access, typeNames)
    types = RuntimeTypes(typeNames)
  }

  private static func usedCases(in schema: Schema) -> [Set<Int>] {
    var result = [Set<Int>](repeating: [], count: schema.enums.count)
    func use(_ value: DefaultValue?, of index: Int) {
      switch value {
      case .enumCase(let number): result[index].insert(number)
      case .list(let elements): for element in elements { use(element, of: index) }
      default: break
      }
    }
    func use(_ field: Field) {
      switch field.kind {
      case .value(.enumeration(let index), _), .list(.enumeration(let index)): use(field.defaultValue, of: index)
      default: break
      }
    }
    for model in schema.models.indices {
      for field in schema.models[model].fields.indices where schema.models[model].fields[field].defaultValue != nil {
        use(schema.models[model].fields[field])
      }
    }
    for type in schema.structs.indices { for field in schema.structs[type].fields { use(field) } }
    return result
  }

  func isDeclared(_ name: String) -> Bool { typeNames.declared.contains(name) }

  func declarations(in file: Int) -> FileDeclarations {
    files.indices.contains(file) ? files[file] : FileDeclarations()
  }

  // MARK: Types

  func type(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): typeNames.scalar(scalar)
    case .enumeration(let index): enumTypes[index]
    case .newtype(let index): newtypeTypes[index]
    }
  }

  func modelType(_ index: Int) -> String { modelTypes[index] }

  func structType(_ index: Int) -> String { structTypes[index] }

  /// A model in an expression.
  func modelValue(_ index: Int) -> String { modelValues[index] }

  /// A struct in an expression.
  func structValue(_ index: Int) -> String { typeNames.value(schema.structs[index].name) }

  /// An enum or a newtype in an expression.
  func value(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): typeNames.scalar(scalar)
    case .enumeration(let index): typeNames.value(schema.enums[index].name)
    case .newtype(let index): typeNames.value(schema.newtypes[index].name)
    }
  }

  /// An enum, a newtype or a scalar whose initializer is called in a context where Swift can infer the type.
  func call(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): typeNames.scalarCall(scalar)
    case .enumeration(let index): typeNames.call(schema.enums[index].name)
    case .newtype(let index): typeNames.call(schema.newtypes[index].name)
    }
  }

  /// A newtype of a raw value that needs no check, in a context where Swift can infer the type.
  func wrapped(_ rawValue: String, in newtype: Int) -> String {
    let label = schema.newtypes[newtype].swiftType == nil ? "_trusted" : "default"
    return "\(call(.newtype(newtype)))(\(label): \(rawValue))"
  }

  /// The type of a model's key.
  func keyType(_ index: Int) -> String {
    guard let column = schema.models[index].primaryKey.first, !hasKeyStruct(index) else {
      return modelType(index) + "." + keyStructName(of: schema.models[index])
    }
    switch schema.models[index].columns[column].role {
    case .value(let type), .list(let type): return self.type(type)
    case .reference(let target, _, _): return keyType(target)
    }
  }

  /// Whether the type of a model's key is referred to by the name of a key struct. A key that consists of one relation
  /// has the type of the other model's key, and that name only if no field has the same name.
  private func hasKeyStruct(_ index: Int) -> Bool {
    guard schema.models[index].primaryKey.count > 1 else { return false }
    let model = schema.models[index]
    let isOneField = model.keyFields.count == 1
    return !isOneField || keyStructName(of: model) == "PrimaryKey"
  }

  /// The underlying scalar of a value, through newtypes, or `nil` for an enum.
  func base(of type: ValueType) -> Scalar? {
    switch type {
    case .scalar(let scalar): scalar
    case .newtype(let index): schema.newtypes[index].base
    case .enumeration: nil
    }
  }

  func needsFoundation(_ type: ValueType) -> Bool { base(of: type)?.module == .foundation }
}
