public import IgataSchema

/// The declarations of two schemas that are the same ones, by name or by `@renamed`.
public struct SchemaMatch: Sendable {
  public let old: Schema
  public let new: Schema
  /// The models of the new schema that the old one has, in the order of the new one.
  public internal(set) var models: [ModelMatch] = []
  /// The models that only the new schema has.
  public internal(set) var addedModels: [Int] = []
  /// The models that only the old schema has.
  public internal(set) var removedModels: [Int] = []
  /// The fields that were moved to another model, with their values.
  public internal(set) var moves: [FieldMove] = []
  /// The values that go to rows of other models.
  var valueMoves: [ValueMove] = []
  /// The enums that columns of both schemas have.
  public internal(set) var enums: [EnumMatch] = []
  /// The old field of each new one, for structs, models that were structs, and structs that were models.
  var oldFields: [Matching.OwnerPair: [Int?]] = [:]
  /// The model of the new schema for each model of the old one; `nil` if there is none.
  private(set) var newModels: [Int?]
  /// The index in ``models`` for each model of the new schema; `nil` if it is new.
  private var indexes: [Int?]

  init(_ old: Schema, _ new: Schema) {
    self.old = old
    self.new = new
    newModels = Array(repeating: nil, count: old.models.count)
    indexes = Array(repeating: nil, count: new.models.count)
  }

  mutating func add(_ model: ModelMatch) {
    newModels[model.old] = model.new
    indexes[model.new] = models.count
    models.append(model)
  }

  /// The old field for each field of a struct that both schemas have; `nil` if no column of both has it.
  func oldFields(ofStruct new: Int, from old: Int) -> [Int?]? {
    oldFields[Matching.OwnerPair(old: .structure(old), new: .structure(new))]
  }

  /// The match of a model of the new schema; `nil` if it is new.
  func model(new: Int) -> ModelMatch? { indexes[new].map { models[$0] } }
}

/// A model that both schemas have.
public struct ModelMatch: Hashable, Sendable {
  /// The index in the old schema.
  public let old: Int
  /// The index in the new schema.
  public let new: Int
  /// The fields that both have, in the order of the new model.
  public internal(set) var fields: [FieldMatch] = []
  public internal(set) var addedFields: [Int] = []
  public internal(set) var removedFields: [Int] = []
  /// The columns of matched fields that keep their values, in the order of the new table.
  public internal(set) var columns: [ColumnMatch] = []

  /// The old column of a new one; `nil` if it is new.
  func oldColumn(of new: Int) -> Int? { columns.first { $0.new == new }?.old }
  /// The new column of an old one; `nil` if it is gone.
  func newColumn(of old: Int) -> Int? { columns.first { $0.old == old }?.new }
  /// The old field of a new one; `nil` if it is new.
  func oldField(of new: Int) -> Int? { fields.first { $0.new == new }?.old }
}

/// A field that both schemas have: the indexes in its models.
public struct FieldMatch: Hashable, Sendable {
  public let old: Int
  public let new: Int
}

/// A column that both schemas have: the indexes in its tables.
public struct ColumnMatch: Hashable, Sendable {
  public let old: Int
  public let new: Int
}

/// `note: String @renamed(from: "Account.note")`: a field of another model whose values move.
public struct FieldMove: Hashable, Sendable {
  public let oldModel: Int
  public let oldField: Int
  public let newModel: Int
  public let newField: Int
}

/// Two enums of columns that are the same one.
public struct EnumMatch: Hashable, Sendable {
  public let old: Int
  public let new: Int
  /// The new case for each old one; `nil` if it is gone. Rows with several cases can get the same one.
  public internal(set) var cases: [Int?] = []
}
