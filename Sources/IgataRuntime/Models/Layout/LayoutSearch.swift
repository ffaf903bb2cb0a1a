internal import Foundation

/// Finds for each stored property of a model the columns of the table that it fills.
struct LayoutSearch {
  private(set) var places: [ColumnPlace] = []
  private(set) var codings: [PropertyCoding] = []
  private let table: TableDescription
  private var column = 0
  private var lists: Set<Int> = []

  init(_ table: TableDescription) { self.table = table }

  mutating func goOver(_ model: Any.Type) throws(UnfitModel) {
    for property in StoredProperty.all(of: model) { try add(property) }
    if places.isEmpty, !table.columns.isEmpty {
      throw UnfitModel("it was compiled without metadata for reflection: leave out -disable-reflection-metadata")
    }
    guard column == table.columns.count else {
      throw UnfitModel("no property is there for its column \(table.columns[column].name)")
    }
    // A relation to one model may be held as nothing but its key.
    for (number, relation) in table.relations.enumerated() {
      guard case .ordered = relation.kind, !lists.contains(number) else { continue }
      throw UnfitModel("no property is there for its relation \(relation.name)")
    }
  }

  private mutating func add(_ property: StoredProperty) throws(UnfitModel) {
    var place = ColumnPlace(form: .other, column: Int32(column), offset: Int32(property.offset))
    if let type = property.type as? any Storable.Type, !isDraft(property), let form = ColumnPlace.Form(type) {
      try take(1, property, type)
      place.form = form
    } else {
      place.coding = Int32(codings.count)
      codings.append(try coding(of: property))
    }
    places.append(place)
  }

  private func isDraft(_ property: StoredProperty) -> Bool {
    column == table.columns.count && property.type == UUID.self
  }

  private mutating func coding(of property: StoredProperty) throws(UnfitModel) -> PropertyCoding {
    if isDraft(property) { return .draft }
    switch property.type {
    case let type as any HeldRelation.Type: return try relation(type, property)
    case let type as any Storable.Type:
      try take(1, property, type)
      return .value(type)
    case let type as any PersistableStruct.Type:
      try take(type._columnCount, property)
      try checkParts(of: type, column - type._columnCount, property, isInOptional: false)
      return .structure(type)
    case let type as any OptionalStructure.Type:
      guard let presence = table.structs.first(where: { $0.column == column })?.presenceColumn else {
        throw UnfitModel("no column tells whether the property \(property.name) is there")
      }
      try take(type.columnCount, property)
      try checkParts(of: type.structure, column - type.columnCount, property, isInOptional: true)
      return .optionalStructure(type, presence: presence)
    case let type as any PersistableKey.Type:
      try take(type._columnCount, property)
      try checkParts(of: type, column - type._columnCount, property, isInOptional: false)
      return .key(type)
    default: throw UnfitModel("its property \(property.name) is of a type that fills no column: \(property.type)")
    }
  }

  private mutating func relation(
    _ type: any HeldRelation.Type, _ property: StoredProperty
  ) throws(UnfitModel) -> PropertyCoding {
    let name = property.name.withoutUnderscores
    guard let number = table.relations.firstIndex(where: { $0.isHeld && $0.name.withoutUnderscores == name }),
      type.columnCount == table.relations[number].columns.count,
      type.columnCount == 0 || table.relations[number].columns.first == column
    else { throw UnfitModel("its property \(property.name) does not stand where the relation of its table does") }
    column += type.columnCount
    if type.columnCount == 0 { lists.insert(number) }
    return .relation(type, number: number)
  }

  /// Holds what a struct or a key of several parts is made of against its columns. One that was made by hand, of other
  /// properties than it has columns, says itself how it is read.
  private func checkParts(
    of type: Any.Type, _ first: Int, _ property: StoredProperty, isInOptional: Bool
  ) throws(UnfitModel) {
    let parts = StoredProperty.all(of: type)
    var number = first
    for part in parts {
      switch part.type {
      case let value as any Storable.Type:
        guard table.columns.indices.contains(number), table.columns[number].path.last == part.name else { return }
        try check(value, number, "\(property.name).\(part.name)", isInOptional: isInOptional)
        number += 1
      default: return
      }
    }
  }

  private func check(
    _ type: any Storable.Type, _ number: Int, _ name: String, isInOptional: Bool = false
  ) throws(UnfitModel) {
    let column = table.columns[number]
    if PropertyFit(column: column, isInOptional: isInOptional).holds(type) { return }
    throw UnfitModel(
      "its property \(name) is of type \(type), and its column \(column.name) holds \(column.expectation)")
  }

  private mutating func take(
    _ count: Int, _ property: StoredProperty, _ type: (any Storable.Type)? = nil
  ) throws(UnfitModel) {
    guard column + count <= table.columns.count else {
      throw UnfitModel("its table has no column for the property \(property.name)")
    }
    let expected = table.columns[column].path.first ?? ""
    // A key that is a property of its own has the names of its parts in the table.
    guard count > 1 || property.name.withoutUnderscores == expected.withoutUnderscores else {
      throw UnfitModel("its property \(property.name) stands where \(expected) does in its table")
    }
    if let type { try check(type, column, property.name) }
    column += count
  }
}

extension String {
  /// A property may have more underscores before or behind its name than its field, where that is not for users or the
  /// name of something else.
  fileprivate var withoutUnderscores: Substring {
    var name = self[...]
    while name.first == "_" { name.removeFirst() }
    while name.last == "_" { name.removeLast() }
    return name
  }
}

/// A model whose stored properties are not those that its table asks for.
struct UnfitModel: Error {
  var problem: String

  init(_ problem: String) { self.problem = problem }

  func error(_ table: TableDescription) -> StoreError {
    .schemaMismatch(
      table: table.name, column: nil, problem: "the struct \(table.model) does not fit it: \(problem)",
      help: "generate the model again, and do not edit what is generated")
  }
}
