import IgataSchema

/// The diagram of some models: their boxes, and the relations that they store.
struct Diagram: Sendable {
  /// How many sides of a relation there can be at one of its ends.
  enum Mark: Int, Sendable {
    case one, zeroOrOne, many
  }

  struct Box: Sendable {
    let model: Int
    /// The fields that are shown; empty if only the name is.
    let rows: [Int]
    /// The number of stored fields that aren't shown.
    let hidden: Int
    let showsFields: Bool
    let isCenter: Bool
    /// The file, if the diagram has several.
    let file: Int?
    let width: Int
    let height: Int
  }

  struct Link: Sendable {
    /// Indices of boxes.
    let source: Int
    let target: Int
    /// The field of the source that stores the relation.
    let field: Int
    let sourceMark: Mark
    let targetMark: Mark
  }

  private(set) var boxes: [Box] = []
  private(set) var links: [Link] = []
  /// The number of neighbors of a model that aren't shown.
  private(set) var hiddenNeighbors = 0
  /// The name of each file; empty if there is only one.
  private(set) var files: [String] = []

  static let headerHeight = 30
  /// Between the name of a model and that of its file.
  static let fileGap = 14
  static let rowHeight = 20
  /// The greatest number of fields that a box shows, unless more of them are keys and relations.
  static let mostRows = 16
  /// The greatest number of models whose fields are shown from the beginning.
  static let mostDetailed = 60
  /// The greatest number of neighbors of a model.
  static let mostNeighbors = 20
  /// The size of the text that names a file.
  static let titleSize = 12
  /// The greatest width of the name of a file.
  static let mostTitleWidth = 240
}

extension Diagram {
  /// The diagram of all of `models`, with their fields if there aren't too many.
  ///
  /// - Parameter files: The name of each file; empty if there is only one.
  init(_ schema: Schema, of models: [Int], files: [String] = []) {
    self.init(schema, models, detailed: models.count <= Self.mostDetailed ? nil : [], center: nil, files: files) {
      _, _ in true
    }
  }

  /// The diagram of a model and of its neighbors.
  ///
  /// - Parameter incoming: The relations that lead to the model.
  init(_ schema: Schema, around center: Int, _ incoming: [IncomingRelation], _ selection: DocsSelection) {
    let neighbors = schema.models[center].fields.compactMap(\.storedTarget) + incoming.map(\.source)
    var found: [Int] = []
    var seen: Set<Int> = [center]
    for neighbor in neighbors where selection.includes(model: neighbor) {
      if seen.insert(neighbor).inserted { found.append(neighbor) }
    }
    let shown = found.prefix(Self.mostNeighbors)
    self.init(schema, ([center] + shown).sorted(), detailed: [center], center: center) { $0 == center || $1 == center }
    hiddenNeighbors = found.count - shown.count
  }

  /// - Parameters:
  ///   - detailed: The models whose fields are shown; `nil` for all.
  ///   - isShown: Whether a relation is shown, by its source and its target.
  private init(
    _ schema: Schema, _ models: [Int], detailed: Set<Int>?, center: Int?, files: [String] = [],
    isShown: (Int, Int) -> Bool
  ) {
    self.files = files
    let positions = Dictionary(uniqueKeysWithValues: models.enumerated().map { ($1, $0) })
    var ends = [Int](repeating: 0, count: models.count)
    for (source, model) in models.enumerated() {
      for (field, declared) in schema.models[model].fields.enumerated() {
        guard let stored = declared.storedTarget, let target = positions[stored], isShown(model, stored) else {
          continue
        }
        let marks = schema.marks(ofField: field, in: model)
        links.append(
          Link(source: source, target: target, field: field, sourceMark: marks.source, targetMark: marks.target))
        ends[source] += 1
      }
    }
    boxes = models.enumerated().map { index, model in
      guard detailed?.contains(model) ?? true else { return Box(named: model, ends: ends[index], schema, files) }
      return Box(detailed: model, isCenter: model == center, schema, files)
    }
  }

  /// The boxes and links as the layout needs them.
  var graph: LayoutGraph {
    LayoutGraph(
      boxes: boxes.map {
        LayoutGraph.Box(
          width: $0.width, height: $0.height, header: $0.showsFields ? Self.headerHeight : nil, group: $0.file)
      },
      links: links.map { link in
        let row = boxes[link.source].rows.firstIndex(of: link.field) ?? 0
        return LayoutGraph.Link(
          source: link.source, row: Self.headerHeight + row * Self.rowHeight + Self.rowHeight / 2, target: link.target,
          ending: link.targetMark.rawValue)
      }, groups: files.map { min(TextWidth.of($0, size: Self.titleSize), Self.mostTitleWidth) })
  }
}

extension Diagram.Box {
  // The sizes are greater than those of the style, as some fonts are wide.
  private static let nameSize = 15
  private static let rowSize = 12
  private static let mostWidth = 300

  /// A box with only the name of a model.
  fileprivate init(named model: Int, ends: Int, _ schema: Schema, _ files: [String]) {
    self.model = model
    file = files.isEmpty ? nil : schema.models[model].origin.file
    rows = []
    hidden = 0
    showsFields = false
    isCenter = false
    width = min(TextWidth.of(schema.models[model].name, size: Self.nameSize), Self.mostWidth) + 28
    height = max(Diagram.headerHeight, 8 * (ends + 1))
  }

  /// A box with the fields of a model that are stored: keys and relations, and as many others as there is room for.
  fileprivate init(detailed index: Int, isCenter: Bool, _ schema: Schema, _ files: [String]) {
    let model = schema.models[index]
    let file = files.isEmpty ? nil : model.origin.file
    let key = model.keyFields
    let stored = model.fields.indices.filter { !model.fields[$0].kind.isInverse }
    let needed = stored.filter { key.contains($0) || model.fields[$0].storedTarget != nil }
    // A page has the fields of a center in a table beside its diagram.
    let most = isCenter ? 0 : Diagram.mostRows
    let others = stored.filter { !needed.contains($0) }.prefix(max(0, most - needed.count))
    let rows = (needed + others).sorted()
    self.model = index
    self.rows = rows
    self.isCenter = isCenter
    self.file = file
    hidden = stored.count - rows.count
    showsFields = true
    let widest =
      rows.map { field in
        let type = schema.typeName(of: model.fields[field])
        return TextWidth.of(model.fields[field].name, size: Self.rowSize) + TextWidth.of(type, size: Self.rowSize) + 44
      }.max() ?? 0
    let fileName = file.map { TextWidth.of(files[$0], size: Diagram.titleSize) + Diagram.fileGap } ?? 0
    let name = TextWidth.of(model.name, size: Self.nameSize) + fileName + 28
    width = min(max(name, widest, 96), Self.mostWidth)
    height = Diagram.headerHeight + (rows.count + (hidden > 0 ? 1 : 0)) * Diagram.rowHeight + 6
  }
}

extension Schema {
  /// How many models a stored relation has at both ends.
  func marks(ofField index: Int, in model: Int) -> (source: Diagram.Mark, target: Diagram.Mark) {
    guard case .toOne(_, let kind, _) = models[model].fields[index].kind else { return (.many, .many) }
    let isUnique = kind == .wrapper || models[model].isUnique(relation: index)
    return (isUnique ? .zeroOrOne : .many, kind == .required ? .one : .zeroOrOne)
  }
}

extension Model {
  /// Whether at most one row has the same target in a relation.
  fileprivate func isUnique(relation: Int) -> Bool {
    if fields[relation].isUnique { return true }
    guard let key = foreignKeys.first(where: { $0.field == relation }) else { return false }
    // No column is in a key twice.
    func isKey(_ columns: [Int]) -> Bool {
      columns.count == key.columns.count && columns.allSatisfy(key.columns.contains)
    }
    return isKey(primaryKey) || uniques.contains { $0.isPlain && isKey($0.parts.map(\.column)) }
  }
}
