public import IgataDiagnostics

/// Templates that can include each other by name.
///
/// A set is immutable, so any number of ``Renderer`` values can use it concurrently.
public struct TemplateSet: Sendable {
  /// The names of the templates, in order.
  public let names: [String]
  /// All templates, linked.
  let code: Code
  /// The first operation of each template, by its index in `names`.
  let entries: [Int]
  /// The index in `names` of each name.
  let indices: [String: Int]
  /// For each name of an included template, its index in `names`, or `nil` if there is no such template.
  let targets: [Int?]

  /// Links `templates`. If several have the same name, the last one is used, so that a user's templates can follow the
  /// built-in ones and replace some of them.
  public init(_ templates: [Template]) {
    let latest = Dictionary(templates.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let names = latest.keys.sorted()
    var code = Code()
    var entries: [Int] = []
    for name in names {
      guard let template = latest[name] else { continue }
      entries.append(code.operations.count)
      code.append(template.code)
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let targets = code.templates.all.map { indices[$0] }
    code.markElementsUnused(ElementUse(code, entries: entries, targets: targets).unusedElements)
    self.names = names
    self.code = code
    self.entries = entries
    self.indices = indices
    self.targets = targets
  }

  /// The blocks that a template of the set defines for a parent although no template has them, with their locations.
  public var uselessBlocks: [(name: String, range: SourceRange)] {
    let used = Set(code.sites.map(\.name))
    return code.definitions.filter { !used.contains($0.name) }.map { (code.blocks.all[$0.name], $0.range) }
  }

  /// The names of the blocks in all templates of the set, sorted.
  public var blocks: [String] { Set(code.sites.map { code.blocks.all[$0.name] }).sorted() }

  /// The name of the template that an operation belongs to.
  func template(ofOperation operation: Int) -> String {
    let index = entries.lastIndex { $0 <= operation }
    return index.map { names[$0] } ?? ""
  }
}
