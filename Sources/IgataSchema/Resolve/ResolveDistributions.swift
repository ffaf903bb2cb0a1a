import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Resolves how the rows of every model are distributed.
  mutating func resolveDistributions() {
    for index in models.indices {
      let model = models[index]
      guard let first = model.distributions.first else { continue }
      for later in model.distributions.dropFirst() {
        report(.secondDistribution(model.title, later, first: first))
      }
      let distribution = resolve(first, of: index)
      schema.models[index].distribution = distribution
    }
  }

  private mutating func resolve(_ syntax: DistributionSyntax, of index: Int) -> Distribution? {
    if syntax.keyword == .reference { return Distribution(kind: .reference, range: syntax.range) }
    let model = models[index]
    guard let name = syntax.field else { return nil }
    guard let draft = model.fieldIndexes[name.text] else {
      let nearest = proposal(for: name.text, among: model.fields.lazy.map(\.name.text))
      report(.unknownField(name, in: model.title, nearest: nearest))
      return nil
    }
    recordUse(of: .field(model: index, name: name.text), as: .distribution, by: name)
    guard let position = model.fields[draft].position else { return nil }
    let field = schema.models[index].fields[position]
    if let reason = unsuitability(of: field) {
      report(.unsuitableDistribution(name, reason: reason, field: field.origin.range))
      return nil
    }
    return Distribution(kind: .field(position), range: syntax.range)
  }

  /// Why rows can't be distributed by a field, or `nil` if they can.
  private func unsuitability(of field: Field) -> String? {
    if field.isLinked { return "has no column of its own" }
    return switch field.kind {
    case .value(_, isOptional: true): "is optional, and a row without a value couldn't be stored on any server"
    case .value(let type, isOptional: false):
      switch scalar(of: type) {
      case .json?: "is a 'JSON', which has several representations of one value"
      case .float?, .double?: "is a binary floating-point number, which may not be equal to itself"
      default: nil
      }
    case .list: "is a list"
    case .embedded: "is a struct"
    case .toOne(_, .required, _): nil
    case .toOne(_, .optional, _): "is an optional relation, and a row without a value couldn't be stored on any server"
    case .toOne(_, .wrapper, _): "is a wrapper, which can be missing"
    case .inverse, .ordered: "is a list of models"
    }
  }
}
