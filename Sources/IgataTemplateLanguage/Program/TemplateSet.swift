public import IgataDiagnostics

/// Templates that can include each other by name.
///
/// A set is made once and shared: it never changes, and any number of ``Renderer`` values may read it at a time.
public struct TemplateSet: Sendable {
  /// The names of the templates, in order.
  public let names: [String]
  /// All templates, linked.
  let code: Code
  /// Where each template begins among the operations, by its place in `names`.
  let entries: [Int]
  /// The places in `names` by name.
  let indices: [String: Int]
  /// For each name of an included template its place in `names`, where there is such a template.
  let targets: [Int?]

  /// Links `templates`. Of those with the same name the last one counts, so that a user's templates can follow the
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
    code.closeEyes(ElementUse(code, entries: entries, targets: targets).blind)
    self.names = names
    self.code = code
    self.entries = entries
    self.indices = indices
    self.targets = targets
  }

  /// The blocks that are given by some template of the set and that none has, and where they are given.
  public var uselessBlocks: [(name: String, place: SourceRange)] {
    let used = Set(code.sites.map(\.name))
    return code.definitions.filter { !used.contains($0.name) }.map { (code.blocks.all[$0.name], $0.place) }
  }

  /// The names of the blocks that templates of the set have, in order.
  public var blocks: [String] { Set(code.sites.map { code.blocks.all[$0.name] }).sorted() }

  /// The name of the template that an operation belongs to.
  func template(ofOperation operation: Int) -> String {
    let index = entries.lastIndex { $0 <= operation }
    return index.map { names[$0] } ?? ""
  }
}
