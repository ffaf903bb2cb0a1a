import IgataSchema
import IgataTables

/// The names by which generated Swift refers to types, chosen so that no name of the schema, and none of the program's
/// own sources, hides them.
///
/// In a type context, only a type hides another type: a declaration of the schema or of the program hides a declaration
/// of a module, which is then qualified, and a member type such as `Columns` hides a declaration. In an expression, a
/// member hides a type too: a field `Shop` hides the model `Shop`. A hidden type is created with `.init`, which needs
/// no name, or referred to by a type alias at the end of the generated file, whose name no member has. All other names
/// are used unchanged.
struct TypeNames: Sendable {
  /// A type alias that a generated file declares.
  struct Alias: Sendable {
    let name: String
    let type: String
  }

  /// The types that generated models and structs have as members, directly or through conformance or inheritance.
  private static let generatedMembers = [
    "Columns", "PrimaryKey", "ID", "CodingKeys", "ObjectWillChangePublisher", "PersistedType",
  ]

  /// The ending of the names of type aliases, which an underscore can follow.
  static let aliasEnding = "Type"

  /// The types of the schema, those that stand for them, and the enum of all models.
  let declared: NameSet
  /// The types that are nested in generated types, by the program's extensions too.
  private let memberTypes: NameSet
  /// Other names that hide declarations of modules.
  private let others: NameSet
  /// The members of generated types that could have the same name as a type or an alias: those that don't begin with a
  /// lowercase ASCII letter, or that end as aliases do.
  private let members: NameSet
  /// The aliases of the types that need one.
  private var aliases: [String: String] = [:]
  /// The types of the user's own that declarations stand for, by the declarations' names.
  private var ownTypes: [String: SwiftTypeName] = [:]

  /// - Parameters:
  ///   - schemaName: The name of the enum that lists all models, if the generated Swift has one.
  ///   - siblings: What the program's own sources declare.
  init(_ schema: Schema, schemaName: String? = nil, siblings: SiblingNames = .none) {
    let names = schema.declaredTypes.map(\.name)
    let own = schema.newtypes.compactMap(\.swiftType)
    declared = NameSet(names + own.compactMap { $0.visibleComponents.first } + (schemaName.map { [$0] } ?? []))
    memberTypes = NameSet(Self.generatedMembers + Array(siblings.nested))
    others = NameSet(Array(siblings.hiding.keys) + Array(siblings.nested) + own.compactMap(\.importedName))
    // Each file has this type in addition to the list of models.
    var members = ["Runtime"]
    for type in schema.structs.indices { Self.add(schema.structs[type].fields, to: &members) }
    for model in schema.models.indices { Self.add(schema.models[model].fields, to: &members) }
    self.members = NameSet(members)
    for type in schema.newtypes where type.swiftType != nil { ownTypes[type.name] = type.swiftType }
    nameAliases(of: names)
  }

  /// No property begins as an alias does, except those that are checked here. Hidden properties begin with an
  /// underscore.
  private mutating func nameAliases(of names: [String]) {
    var taken: Set<String> = []
    let hidden = names.filter { needsVisibleAlias($0) || isHiddenInExpressions(firstName(of: $0)) }
    for name in hidden + (isStringHidden ? ["String"] : []) {
      var alias = name.utf8.first == UInt8(ascii: "_") ? Self.aliasEnding + name : name + Self.aliasEnding
      while isHidden(alias) || members.contains(alias) || memberTypes.contains(alias)
        || !taken.insert(alias).inserted
      {
        alias += "_"
      }
      aliases[name] = alias
    }
  }

  // Fields are read in place: a copy would retain everything in it.
  private static func add(_ fields: [Field], to members: inout [String]) {
    for index in fields.indices {
      let name = fields[index].name
      guard !beginsWithLowercase(name) || name.hasSuffix(aliasEnding) || name.hasSuffix("_") else { continue }
      members.append(name)
      if case .toOne = fields[index].kind { members.append(name + "ID") }
    }
  }

  private static func beginsWithLowercase(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z")
  }

  // MARK: Declarations of the schema

  /// A declaration in a type context.
  func type(_ name: String) -> String { needsVisibleAlias(name) ? alias(name) : declaredName(name) }

  /// A declaration in an expression that isn't a call.
  func value(_ name: String) -> String {
    needsVisibleAlias(name) || isHiddenInExpressions(firstName(of: name)) ? alias(name) : declaredName(name)
  }

  /// A declaration whose initializer is called in a context where Swift can infer the type.
  func call(_ name: String) -> String { isHiddenInExpressions(firstName(of: name)) ? ".init" : type(name) }

  private func needsVisibleAlias(_ name: String) -> Bool { memberTypes.contains(firstName(of: name)) }

  /// The name of a declaration, or of the type of the user's own that it stands for.
  private func declaredName(_ name: String) -> String {
    guard let own = ownTypes[name] else { return SwiftIdentifier.type(name) }
    return own.visibleComponents.map(SwiftIdentifier.type).joined(separator: ".")
  }

  /// The name by which Swift looks the declaration up, which others can hide.
  private func firstName(of name: String) -> String { ownTypes[name]?.visibleComponents.first ?? name }

  // Lowercase letters begin the names of many members, including those of the runtime.
  func isHiddenInExpressions(_ name: String) -> Bool {
    Self.beginsWithLowercase(name) || name.utf8.first == UInt8(ascii: "_") || members.contains(name)
  }

  private func alias(_ name: String) -> String { aliases[name] ?? name }

  /// The alias by which all files refer to a declaration, or `nil` if none is needed.
  func visibleAlias(of name: String) -> Alias? {
    needsVisibleAlias(name) ? Alias(name: alias(name), type: declaredName(name)) : nil
  }

  /// The alias by which a file refers to a declaration in expressions, or `nil` if none is needed.
  func privateAlias(of name: String) -> Alias? {
    guard !needsVisibleAlias(name), isHiddenInExpressions(firstName(of: name)) else { return nil }
    return Alias(name: alias(name), type: declaredName(name))
  }

  /// The alias by which classes for other frameworks refer to a declaration, or `nil` if none is needed.
  func classAlias(of name: String) -> Alias? { visibleAlias(of: name) ?? privateAlias(of: name) }

  // MARK: Other types

  /// Whether a declaration of the schema or of the program hides a module's declaration with the name.
  func isHidden(_ name: String) -> Bool { declared.contains(name) || others.contains(name) }

  /// A declaration of a module in a type context, or a function.
  func name(_ name: String, of module: String) -> String { isHidden(name) ? "\(module).\(name)" : name }

  /// A type of a module whose initializer is called in a context where Swift can infer the type.
  func call(_ name: String, of module: String) -> String {
    members.contains(isHidden(name) ? module : name) ? ".init" : self.name(name, of: module)
  }

  /// A type of the runtime in a type context.
  func runtimeType(_ name: String) -> String { self.name(name, of: "IgataRuntime") }

  /// A type of the runtime whose initializer is called in a context where Swift can infer the type.
  func runtimeCall(_ name: String) -> String { call(name, of: "IgataRuntime") }

  /// The declared type of a constant that has a type of the runtime, and whose value is a call.
  func declaration(_ name: String, _ type: String) -> String {
    runtimeCall(type) == ".init" ? "\(name): \(runtimeType(type))" : name
  }

  /// A type of the standard library that isn't a scalar.
  func swiftType(_ name: String) -> String { self.name(name, of: "Swift") }

  func scalar(_ scalar: Scalar) -> String { name(scalar.swiftType, of: scalar.module.name) }

  /// A scalar whose initializer is called in a context where Swift can infer the type.
  func scalarCall(_ scalar: Scalar) -> String { call(scalar.swiftType, of: scalar.module.name) }

  /// The scalar `String` in any other expression.
  var stringValue: String { stringAlias?.name ?? scalar(.string) }

  var stringAlias: Alias? { isStringHidden ? Alias(name: alias("String"), type: scalar(.string)) : nil }

  private var isStringHidden: Bool { scalarCall(.string) == ".init" }

  /// The type of a value in code that doesn't import the runtime. Such code declares its own `Currency`.
  func portable(_ scalar: Scalar) -> String {
    guard scalar.module == .runtime else { return self.scalar(scalar) }
    if scalar.number == .fixed { return scalar.swiftType }
    let type = [.json, .day].contains(scalar.storage) ? .string : scalar.storage.widestScalar
    return type.map(self.scalar) ?? scalar.swiftType
  }
}
