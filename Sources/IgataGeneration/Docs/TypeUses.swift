import IgataSchema

/// The fields of each enum, newtype and struct.
struct TypeUses: Sendable {
  /// A field of a model or of a struct.
  struct Use: Hashable, Sendable {
    let owner: String
    let field: String

    var text: String { "\(owner).\(field)" }
  }

  private(set) var enums: [[Use]]
  private(set) var newtypes: [[Use]]
  private(set) var structs: [[Use]]

  init(_ schema: Schema, _ selection: DocsSelection) {
    enums = Array(repeating: [], count: schema.enums.count)
    newtypes = Array(repeating: [], count: schema.newtypes.count)
    structs = Array(repeating: [], count: schema.structs.count)
    for model in selection.models.map({ schema.models[$0] }) { add(model.fields, of: model.name) }
    for type in selection.structs.map({ schema.structs[$0] }) { add(type.fields, of: type.name) }
  }

  private mutating func add(_ fields: [Field], of owner: String) {
    for field in fields {
      let use = Use(owner: owner, field: field.name)
      switch field.kind {
      case .value(.enumeration(let index), _), .list(.enumeration(let index)): enums[index].append(use)
      case .value(.newtype(let index), _), .list(.newtype(let index)): newtypes[index].append(use)
      case .embedded(let index, _): structs[index].append(use)
      case .value(.scalar, _), .list(.scalar), .toOne, .inverse, .ordered: break
      }
    }
  }
}
