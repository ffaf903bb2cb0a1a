import IgataSchema

/// The generated type `Columns`: the columns and relations of a model or a struct, for queries.
///
/// It is a tuple, which costs the compiler almost nothing. A type would have code and metadata for each member.
extension SwiftProperties {
  /// The columns in the order of the table, then the relations in their order. The runtime depends on this order.
  ///
  /// - Parameters:
  ///   - member: The name of the type.
  ///   - inverses: The to-many relations that are stored in the other model.
  func columns(_ member: SwiftMember, _ inverses: [GenerationScope.InverseField] = []) -> String {
    var elements = all.compactMap(column)
    var later = inverses[...]
    for property in all where property.coding.isRelation {
      while let inverse = later.first, inverse.relation < property.coding.column.relation {
        elements.append(column(later.removeFirst()))
      }
      elements.append(relation(property))
    }
    elements += later.map(column)
    // A tuple with a single element can't have a label.
    if elements.count == 1 { elements.append("()") }
    let attribute = member.attribute.map { "  \($0)\n" } ?? ""
    return attribute + SwiftLayout.list("\(scope.modifier)typealias \(member.name) = ", elements, indent: 2)
  }

  /// `name: Column<Type>`, `name: Struct.Columns`, or `nameID: Column<Key>` for a relation with a single column.
  private func column(_ property: SwiftProperty) -> String? {
    switch property.coding.form {
    case .stored, .deprecated: "\(property.name): \(scope.types.column)<\(property.type)>"
    case .embedded(let inner, _):
      "\(property.name): \(scope.structType(inner)).\(scope.columnsMember(ofStruct: inner).name)"
    case .required(let target): key(of: property, target, "")
    case .optional(let target), .wrapper(let target): key(of: property, target, "?")
    case .linked, .ordered: nil
    }
  }

  private func key(of property: SwiftProperty, _ target: Int, _ mark: String) -> String? {
    guard scope.schema.models[target].primaryKey.count == 1 else { return nil }
    let name = SwiftIdentifier.escape(property.field.name + "ID")
    return "\(name): \(scope.types.column)<\(scope.keyType(target))\(mark)>"
  }

  private func relation(_ property: SwiftProperty) -> String {
    switch property.coding.form {
    case .required(let target), .optional(let target), .wrapper(let target), .linked(let target, _):
      "\(property.name): \(scope.types.toOne)<\(scope.modelType(target))>"
    case .ordered(let target): "\(property.name): \(scope.types.relatedColumns)<\(scope.modelType(target))>"
    case .stored, .deprecated, .embedded: ""
    }
  }

  private func column(_ inverse: GenerationScope.InverseField) -> String {
    "\(inverse.name): \(scope.types.relatedColumns)<\(scope.modelType(inverse.target))>"
  }
}
