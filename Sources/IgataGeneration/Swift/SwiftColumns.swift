import IgataSchema
import IgataTemplateLanguage

/// The generated type `Columns`: the columns and relations of a model or a struct, for queries.
///
/// It is a tuple, which costs the compiler almost nothing. A type would have code and metadata for each member.
extension SwiftProperties {
  /// Writes the columns in the order of the table, then the relations in their order. The runtime depends on this
  /// order.
  ///
  /// - Parameters:
  ///   - member: The name of the type.
  ///   - inverses: The to-many relations that are stored in the other model.
  func writeColumns(
    _ member: SwiftMember, _ inverses: [GenerationScope.InverseField] = [], into text: inout TextBuffer
  ) {
    if let attribute = member.attribute { text.append("  \(attribute)\n") }
    var layout = SwiftLayout("\(scope.modifier)typealias \(member.name) = ", "", indent: 2, into: &text)
    for index in all.indices { writeColumn(index, &layout, into: &text) }
    var later = inverses[...]
    for index in all.indices where all[index].coding.isRelation {
      while let inverse = later.first, inverse.relation < all[index].coding.column.relation {
        write(later.removeFirst(), &layout, into: &text)
      }
      writeRelation(index, &layout, into: &text)
    }
    for inverse in later { write(inverse, &layout, into: &text) }
    if layout.count == 1 {
      // A tuple with a single element can't have a label.
      layout.next(&text)
      text.append(literal: "()")
    }
    layout.end("", &text)
  }

  /// Writes `name: Column<Type>`, `name: Struct.Columns`, or `nameID: Column<Key>` for a relation with a single column.
  private func writeColumn(_ index: Int, _ layout: inout SwiftLayout, into text: inout TextBuffer) {
    switch all[index].coding.form {
    case .stored, .deprecated:
      layout.next(&text)
      write(all[index].name, scope.types.column, all[index].type, into: &text)
    case .embedded(let inner, _):
      layout.next(&text)
      text.append(all[index].name)
      text.append(literal: ": ")
      text.append(scope.structType(inner))
      text.append(literal: ".")
      text.append(scope.columnsMember(ofStruct: inner).name)
    case .required(let target): writeKey(index, of: target, "", &layout, into: &text)
    case .optional(let target), .wrapper(let target): writeKey(index, of: target, "?", &layout, into: &text)
    case .linked, .ordered: break
    }
  }

  private func writeKey(
    _ index: Int, of target: Int, _ mark: String, _ layout: inout SwiftLayout, into text: inout TextBuffer
  ) {
    guard scope.schema.models[target].primaryKey.count == 1 else { return }
    layout.next(&text)
    let name = SwiftIdentifier.escape(all[index].field.name + "ID")
    write(name, scope.types.column, scope.keyType(target), mark, into: &text)
  }

  private func writeRelation(_ index: Int, _ layout: inout SwiftLayout, into text: inout TextBuffer) {
    layout.next(&text)
    switch all[index].coding.form {
    case .required(let target), .optional(let target), .wrapper(let target), .linked(let target, _):
      write(all[index].name, scope.types.toOne, scope.modelType(target), into: &text)
    case .ordered(let target):
      write(all[index].name, scope.types.relatedColumns, scope.modelType(target), into: &text)
    case .stored, .deprecated, .embedded: break
    }
  }

  private func write(
    _ inverse: GenerationScope.InverseField, _ layout: inout SwiftLayout, into text: inout TextBuffer
  ) {
    layout.next(&text)
    write(inverse.name, scope.types.relatedColumns, scope.modelType(inverse.target), into: &text)
  }

  /// Writes `name: Generic<Type>`.
  private func write(
    _ name: String, _ generic: String, _ type: String, _ mark: String = "", into text: inout TextBuffer
  ) {
    text.append(name)
    text.append(literal: ": ")
    text.append(generic)
    text.append(literal: "<")
    text.append(type)
    text.append(mark)
    text.append(literal: ">")
  }
}
