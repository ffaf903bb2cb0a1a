import IgataSchema
import IgataTemplateLanguage

/// The schema as the templates of one's own outputs see it: what `igata schema` prints, and flags with it, as a
/// template can't compare.
///
/// Each element of a list knows whether it `isFirst` and `isLast`; whatever has a `kind` has a flag for each kind there
/// is (`isToOne`, `isEnum`, `isUUID`), of which one is set, or for a scalar type two.
struct SchemaView {
  private var shapes: [[String]: Shape] = [:]
  /// The whole schema.
  private(set) var document = Record(Shape([String]()), [])
  private var models: [Record] = []
  private var enums: [Record] = []

  /// - Parameter json: What `igata schema` prints.
  init(_ json: JSONValue) {
    guard case .object(let members, _) = json else { return }
    document = record(members, place: nil)
    func list(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
    models = elements(list("models")).map { inSchema($0) }
    enums = elements(list("enums")).map { inSchema($0) }
  }

  /// What the output of one model sees: the model, and the whole schema under `schema`.
  func model(_ index: Int) -> Record { models.indices.contains(index) ? models[index] : document }

  /// What the output of one enum sees, likewise.
  func enumeration(_ index: Int) -> Record { enums.indices.contains(index) ? enums[index] : document }

  private mutating func inSchema(_ value: TemplateValue) -> Record {
    guard case .view(let view) = value else { return document }
    let names = view.shape.names
    return Record(shape(names + ["schema"]), names.indices.map { view.value(at: $0) } + [.view(document)])
  }

  private mutating func elements(_ json: JSONValue?) -> [TemplateValue] {
    guard case .list(let values, _)? = json else { return [] }
    return values.enumerated().map { value($0.element, place: ($0.offset, values.count)) }
  }

  private mutating func value(_ json: JSONValue, place: (index: Int, count: Int)? = nil) -> TemplateValue {
    switch json {
    case .null: .null
    case .flag(let isOn, _): .flag(isOn)
    case .number(let number, _): .text(number)
    case .text(let text, _): .text(text)
    case .list(let values, _): list(values)
    case .object(let members, _): .view(record(members, place: place))
    }
  }

  private mutating func list(_ values: [JSONValue]) -> TemplateValue {
    .values(values.enumerated().map { value($0.element, place: ($0.offset, values.count)) })
  }

  private mutating func record(_ members: [JSONMember], place: (index: Int, count: Int)?) -> Record {
    var names = members.map(\.key)
    var values = members.map { value($0.value) }
    if case .text(let kind, _)? = members.first(where: { $0.key == "kind" })?.value {
      let isNamed = names.contains("name")
      let family = Family.all.first { $0.isNamed == isNamed && $0.kinds.contains(kind) }
      // A name that only some kinds have is nothing in the others, and no name from further out.
      for name in family?.optionalNames ?? [] where !names.contains(name) {
        names.append(name)
        values.append(.null)
      }
      var own: Set<String> = [kind]
      if kind == "scalar", case .text(let scalar, _)? = members.first(where: { $0.key == "name" })?.value {
        own.insert(scalar)
      }
      for flag in family?.flags ?? [] {
        names.append(SwiftIdentifier.prefixed("is", flag))
        values.append(.flag(own.contains(flag)))
      }
    }
    if let place {
      names += ["isFirst", "isLast"]
      values += flags(of: place)
    }
    return Record(shape(names), values)
  }

  private func flags(of place: (index: Int, count: Int)) -> [TemplateValue] {
    [.flag(place.index == 0), .flag(place.index == place.count - 1)]
  }

  private mutating func shape(_ names: [String]) -> Shape {
    if let shape = shapes[names] { return shape }
    let shape = Shape(names)
    shapes[names] = shape
    return shape
  }
}

/// Things whose `kind` tells them apart.
private struct Family {
  /// Whether they have names; fields and defaults have a kind of the same name.
  var isNamed = true
  let kinds: [String]
  var scalars: [String] = []
  var optionalNames: [String] = []

  var flags: [String] { kinds + scalars }

  static let all = [
    Family(kinds: ["value", "list", "embedded", "toOne", "toMany", "ordered"]),
    Family(
      kinds: ["scalar", "enum", "newtype", "struct", "model"],
      scalars: [
        "Bool", "Int16", "Int32", "Int64", "Int", "Float", "Double", "Decimal", "Fixed", "Currency", "String", "Data",
        "Date", "UUID", "URL", "JSON",
      ], optionalNames: ["precision", "scale"]),
    Family(
      isNamed: false,
      kinds: [
        "boolean", "integer", "decimal", "string", "case", "list", "uuid", "uuid7", "now", "autoincrement", "nil",
        "construct",
      ], optionalNames: ["value"]),
  ]
}
