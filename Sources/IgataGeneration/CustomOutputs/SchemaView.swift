import IgataDiagnostics
import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of the schema for custom templates. It contains what `igata schema` prints, with additional flags because
/// templates can't compare values.
///
/// An object with a `kind` has a flag for each possible kind (`isToOne`, `isEnum`, `isUUID`). One of them is set, or
/// two for a scalar type. An element of a list that isn't a declaration has the name of its `owner`, and hides names
/// that only declarations have: a column's `documentation` is an error rather than the model's.
struct SchemaView {
  private var shapes: [[String]: Shape] = [:]
  private var hidingShapes: [[String]: Shape] = [:]
  /// The whole schema.
  private(set) var document = Record(Shape([String]()), [])
  private var declarations: [CustomOutput.Scope: [Record]] = [:]

  /// - Parameter json: The JSON that `igata schema` prints.
  init(_ json: JSONTree) {
    guard case .object(let members) = json else { return }
    document = record(members, of: nil, isElement: false)
    for (scope, key) in [(.model, "models"), (.enum, "enums"), (.struct, "structs"), (.type, "newtypes")]
      as [(CustomOutput.Scope, String)]
    {
      guard let slot = document.shape.slot(of: key), case .values(let elements) = document.value(at: slot) else {
        continue
      }
      declarations[scope] = elements.indices.map { inSchema(elements[$0], at: $0, of: elements.count) }
    }
  }

  /// The view for the output of one declaration: the declaration, and the whole schema as `schema`.
  func declaration(_ scope: CustomOutput.Scope, _ index: Int) -> Record {
    guard let records = declarations[scope], records.indices.contains(index) else { return document }
    return records[index]
  }

  private mutating func inSchema(_ value: TemplateValue, at index: Int, of count: Int) -> Record {
    guard case .view(let view) = value else { return document }
    let names = view.shape.names
    return Record(
      shape(names + ["schema", "isFirst", "isLast"]),
      names.indices.map { view.value(at: $0) } + [.view(document), .flag(index == 0), .flag(index == count - 1)])
  }

  private mutating func value(_ json: JSONTree, of owner: String?) -> TemplateValue {
    switch json {
    case .null: .null
    case .flag(let isOn): .flag(isOn)
    case .number(let number): .text(String(number))
    case .text(let text): .text(text)
    case .list(let values): .values(values.map { element($0, of: owner) })
    case .object(let members): .view(record(members, of: owner, isElement: false))
    }
  }

  private mutating func element(_ json: JSONTree, of owner: String?) -> TemplateValue {
    guard case .object(let members) = json else { return value(json, of: owner) }
    return .view(record(members, of: owner, isElement: true))
  }

  /// The names that every declaration has.
  private static let declared = ["name", "documentation", "position", "deprecated"]

  /// - Parameters:
  ///   - owner: The name of the declaration that contains the object.
  ///   - isElement: Whether the object is an element of a list.
  private mutating func record(_ members: [JSONTree.Member], of owner: String?, isElement: Bool) -> Record {
    var names = members.map(\.key)
    let isDeclaration = names.starts(with: Self.declared.prefix(2))
    var inner = owner
    if isDeclaration, case .text(let name)? = members.first?.value { inner = name }
    var values = members.map { value($0.value, of: inner) }
    let hides = isElement && !isDeclaration
    if hides, let owner {
      names.append("owner")
      values.append(.text(owner))
    }
    if case .text(let kind)? = members.first(where: { $0.key == "kind" })?.value {
      let isNamed = names.contains("name")
      let family = Family.all.first { $0.isNamed == isNamed && $0.kinds.contains(kind) }
      // A name that only some kinds have is null in the others, and isn't looked up in enclosing elements.
      for name in family?.optionalNames ?? [] where !names.contains(name) {
        names.append(name)
        values.append(.null)
      }
      var own: Set<String> = [kind]
      if kind == "scalar", case .text(let scalar)? = members.first(where: { $0.key == "name" })?.value {
        own.insert(scalar)
      }
      for flag in family?.flags ?? [] {
        names.append(SwiftIdentifier.prefixed("is", flag))
        values.append(.flag(own.contains(flag)))
      }
    }
    for (name, flag) in Self.derivedFlags(members) {
      names.append(name)
      values.append(.flag(flag))
    }
    return Record(hides ? hidingShape(names) : shape(names), values)
  }

  /// Flags for what several kinds or values have in common, by which templates can filter a list.
  private static func derivedFlags(_ members: [JSONTree.Member]) -> KeyValuePairs<String, Bool> {
    let values = byKey(members)
    if case .text(let rawType)? = values["rawType"] {
      return ["isText": rawType == Scalar.string.name, "isOpen": hasUnknownCase(values["cases"]), "isExact": false]
    }
    switch (values["kind"], values["inKey"]) {
    case (.text("scalar"), nil), (.text("newtype"), nil), (.text("struct"), nil), (.text("model"), nil):
      return ["isExact": isExact(values)]
    case (.text("integer"), nil): return ["isInt64Minimum": values["value"] == .text(String(Int64.min))]
    case (.text(let kind), _?):
      return [
        "isRelation": ["toOne", "toMany", "inverse", "ordered"].contains(kind),
        "isStored": !["toMany", "inverse"].contains(kind),
        "isRequiredRelation": requiresKey(values["relation"]),
      ]
    default: return [:]
    }
  }

  /// Whether a type is an exact number: a scalar, or a newtype of one.
  private static func isExact(_ type: [String: JSONTree]) -> Bool {
    if case .object(let base)? = type["base"] { return isExact(byKey(base)) }
    return type["kind"] == .text("scalar")
      && [.text("Decimal"), .text("Fixed"), .text("Currency")].contains(type["name"])
  }

  private static func byKey(_ members: [JSONTree.Member]) -> [String: JSONTree] {
    Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  private static func hasUnknownCase(_ cases: JSONTree?) -> Bool {
    guard case .list(let cases)? = cases else { return false }
    return cases.contains { item in
      guard case .object(let members) = item else { return false }
      return members.contains { $0.key == "unknown" && $0.value == .flag(true) }
    }
  }

  /// Whether a relation is required and has columns of its own.
  private static func requiresKey(_ relation: JSONTree?) -> Bool {
    guard case .object(let members)? = relation else { return false }
    return members.contains { $0.key == "form" && $0.value == .text("required") }
      && members.contains { $0.key == "key" && $0.value != .null }
  }

  private mutating func shape(_ names: [String]) -> Shape {
    if let shape = shapes[names] { return shape }
    let shape = Shape(names)
    shapes[names] = shape
    return shape
  }

  private mutating func hidingShape(_ names: [String]) -> Shape {
    if let shape = hidingShapes[names] { return shape }
    let shape = Shape(names, hiding: Self.declared)
    hidingShapes[names] = shape
    return shape
  }
}

/// A family of objects that are distinguished by their `kind`.
private struct Family {
  /// Whether the objects have names. Fields and defaults have kinds with equal names.
  var isNamed = true
  let kinds: [String]
  var scalars: [String] = []
  var optionalNames: [String] = []

  var flags: [String] { kinds + scalars }

  static let all = [
    Family(kinds: ["value", "list", "embedded", "toOne", "toMany", "inverse", "ordered"]),
    Family(
      kinds: ["scalar", "enum", "newtype", "struct", "model"],
      scalars: Scalar.allCases.map(\.name), optionalNames: ["precision", "scale", "base"]),
    // Relations to a model.
    Family(isNamed: false, kinds: ["toOne", "ordered"]),
    Family(
      isNamed: false,
      kinds: [
        "boolean", "integer", "decimal", "string", "case", "list", "uuid", "uuid7", "cuid", "ulid", "now",
        "autoincrement", "nil", "construct", "json", "sql",
      ], optionalNames: ["value", "rawValue"]),
  ]
}
