import IgataSchema

/// The declarations that are documented: all of them, or a model and its neighbors with the types that they use.
struct DocsSelection: Sendable {
  /// Indices of models, in the order of the schema.
  let models: [Int]
  let enums: [Int]
  let newtypes: [Int]
  let structs: [Int]
  private let isModelIncluded: [Bool]
  private let isEnumIncluded: [Bool]

  func includes(model: Int) -> Bool { isModelIncluded[model] }

  func includes(enum index: Int) -> Bool { isEnumIncluded[index] }

  init(_ schema: Schema, _ options: DocsOptions) {
    let center = options.around.flatMap { name in schema.models.firstIndex { $0.name == name } }
    guard let center else {
      models = Array(schema.models.indices)
      enums = Array(schema.enums.indices)
      newtypes = Array(schema.newtypes.indices)
      structs = Array(schema.structs.indices)
      isModelIncluded = Array(repeating: true, count: schema.models.count)
      isEnumIncluded = Array(repeating: true, count: schema.enums.count)
      return
    }
    let included = Self.neighborhood(of: center, depth: options.depth, schema)
    models = schema.models.indices.filter { included[$0] }
    isModelIncluded = included
    var used = UsedTypes(schema)
    for model in models { for field in schema.models[model].fields { used.add(field) } }
    enums = used.enums.sorted()
    isEnumIncluded = schema.enums.indices.map(used.enums.contains)
    newtypes = used.newtypes.sorted()
    structs = used.structs.sorted()
  }

  /// The models that at most `depth` relations lead to, in either direction.
  private static func neighborhood(of center: Int, depth: Int, _ schema: Schema) -> [Bool] {
    var neighbors = [[Int]](repeating: [], count: schema.models.count)
    for (source, model) in schema.models.enumerated() {
      for target in model.fields.compactMap(\.storedTarget) {
        neighbors[source].append(target)
        neighbors[target].append(source)
      }
    }
    var isIncluded = [Bool](repeating: false, count: schema.models.count)
    isIncluded[center] = true
    var border = [center]
    var steps = 0
    while steps < depth, !border.isEmpty {
      var next: [Int] = []
      for model in border {
        for neighbor in neighbors[model] where !isIncluded[neighbor] {
          isIncluded[neighbor] = true
          next.append(neighbor)
        }
      }
      border = next
      steps += 1
    }
    return isIncluded
  }
}

/// The types that fields use, directly or in structs.
private struct UsedTypes {
  private let schema: Schema
  private(set) var enums: Set<Int> = []
  private(set) var newtypes: Set<Int> = []
  private(set) var structs: Set<Int> = []

  init(_ schema: Schema) { self.schema = schema }

  mutating func add(_ field: Field) {
    switch field.kind {
    case .value(let type, _), .list(let type):
      switch type {
      case .scalar: break
      case .enumeration(let index): enums.insert(index)
      case .newtype(let index): newtypes.insert(index)
      }
    case .embedded(let index, _):
      guard structs.insert(index).inserted else { return }
      for field in schema.structs[index].fields { add(field) }
    case .toOne, .inverse, .ordered: break
    }
  }
}
