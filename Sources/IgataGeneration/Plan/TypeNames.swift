import IgataSchema

/// The names by which generated Swift refers to types, so that nothing that a schema names can hide them.
///
/// Where Swift expects a type, only a type hides another one: a declaration of the schema hides a type of the runtime,
/// and a member type such as `Columns` hides a declaration. In an expression, a member hides a type as well: a field
/// `Shop` the model `Shop`. Such a type is made by `.init`, which needs no name, and otherwise reached by a type alias
/// at the end of the generated file, which no member has the name of. All other names stand as they are.
struct TypeNames: Sendable {
  /// A type alias that a generated file declares.
  struct Alias: Sendable {
    let name: String
    let type: String
  }

  /// The types that generated models and structs have as members, or get by what they conform to.
  private static let memberTypes: NameSet = ["Columns", "PrimaryKey", "ID", "CodingKeys"]

  let declared: NameSet
  /// The members of generated types whose names a type could have, too: those that do not begin with a small letter of
  /// ASCII.
  private let members: NameSet

  /// - Parameter schemaName: The name of the enum that holds all models, if the generated Swift has one.
  init(_ schema: Schema, schemaName: String? = nil) {
    declared = NameSet(
      [
        schema.enums.map(\.name), schema.newtypes.map(\.name), schema.structs.map(\.name), schema.models.map(\.name),
        schemaName.map { [$0] } ?? [],
      ].joined())
    // Beside the list of models, each file has this.
    var members = ["Runtime"]
    for type in schema.structs { for field in type.fields { Self.add(field, to: &members) } }
    for model in schema.models { for field in model.fields { Self.add(field, to: &members) } }
    self.members = NameSet(members)
  }

  private static func add(_ field: Field, to members: inout [String]) {
    guard !beginsSmall(field.name) else { return }
    members.append(field.name)
    if case .toOne = field.kind { members.append(field.name + "ID") }
  }

  private static func beginsSmall(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z")
  }

  // MARK: Declarations of the schema

  /// A declaration where Swift expects a type.
  func type(_ name: String) -> String { needsVisibleAlias(name) ? alias(name) : SwiftIdentifier.type(name) }

  /// A declaration in an expression other than a call.
  func value(_ name: String) -> String {
    needsVisibleAlias(name) || isHiddenInExpressions(name) ? alias(name) : SwiftIdentifier.type(name)
  }

  /// A declaration whose initializer is called where Swift knows the type.
  func call(_ name: String) -> String { isHiddenInExpressions(name) ? ".init" : type(name) }

  private func needsVisibleAlias(_ name: String) -> Bool { Self.memberTypes.contains(name) }

  /// Small letters begin the names of many members, those of the runtime among them.
  func isHiddenInExpressions(_ name: String) -> Bool {
    Self.beginsSmall(name) || name.utf8.first == UInt8(ascii: "_") || members.contains(name)
  }

  private func alias(_ name: String) -> String {
    var alias = name + "Type"
    while declared.contains(alias) || members.contains(alias) { alias += "_" }
    return alias
  }

  /// The alias by which all files refer to a declaration, if there has to be one.
  func visibleAlias(of name: String) -> Alias? {
    needsVisibleAlias(name) ? Alias(name: alias(name), type: SwiftIdentifier.type(name)) : nil
  }

  /// The alias by which a file refers to a declaration in expressions, if there has to be one.
  func privateAlias(of name: String) -> Alias? {
    guard !needsVisibleAlias(name), isHiddenInExpressions(name) else { return nil }
    return Alias(name: alias(name), type: SwiftIdentifier.type(name))
  }

  // MARK: Other types

  /// A type of the runtime where Swift expects a type.
  func runtimeType(_ name: String) -> String { declared.contains(name) ? "IgataRuntime." + name : name }

  /// A type of the runtime whose initializer is called where Swift knows the type.
  func runtimeCall(_ name: String) -> String {
    members.contains(declared.contains(name) ? "IgataRuntime" : name) ? ".init" : runtimeType(name)
  }

  /// What a constant of a type of the runtime is declared as, where its value is a call.
  func declaration(_ name: String, _ type: String) -> String {
    runtimeCall(type) == ".init" ? "\(name): \(runtimeType(type))" : name
  }

  /// A type of the standard library that is no scalar. Where the schema has one of the name, the runtime knows it.
  func swiftType(_ name: String) -> String { declared.contains(name) ? "IgataRuntime.GeneratedCode." + name : name }

  /// The same, whose initializer is called where Swift knows the type.
  func swiftCall(_ name: String) -> String {
    members.contains(declared.contains(name) ? "IgataRuntime" : name) ? ".init" : swiftType(name)
  }

  /// A scalar, whose name the schema can't declare, called where Swift knows the type.
  func scalarCall(_ name: String) -> String { members.contains(name) ? ".init" : name }

  /// A scalar in an expression other than that.
  func scalarValue(_ name: String) -> String { scalarAlias(of: name)?.name ?? name }

  func scalarAlias(of name: String) -> Alias? { members.contains(name) ? Alias(name: alias(name), type: name) : nil }
}
