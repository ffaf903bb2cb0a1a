public import IgataSchema
import IgataTemplateLanguage

/// A model's table in the words by which the runtime knows it, for programs that move rows of a schema which none of
/// their types code.
public struct DescribedTable: Hashable, Sendable {
  /// What generated code gives to the runtime's `TableDescription`.
  public let text: String
  /// The models that its relations lead to, in their order: indexes into the schema's models.
  public let targets: [Int]
}

/// The tables of a schema without errors, in the order of its models.
public func describedTables(of schema: Schema) -> [DescribedTable] {
  let scope = GenerationScope(schema: schema, access: .internal)
  return schema.models.map { model in
    let targets = scope.relations(of: model).compactMap { field in
      switch model.fields[field].kind {
      case .toOne(let target, _, _), .toMany(let target, _), .ordered(let target): target
      case .value, .list, .embedded: Int?.none
      }
    }
    return DescribedTable(text: plain(SwiftTableView(scope, model).text), targets: targets)
  }
}

/// A text as it is where a Swift literal of several lines says it.
private func plain(_ literal: String) -> String {
  var result = ""
  var rest = literal.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    guard scalar == "\\", let escaped = rest.popFirst() else {
      result.unicodeScalars.append(scalar)
      continue
    }
    switch escaped {
    case "n": result += "\n"
    case "r": result += "\r"
    case "t": result += "\t"
    case "u":
      let digits = rest.dropFirst().prefix { $0 != "}" }
      rest = rest.dropFirst(digits.count + 2)
      if let value = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) {
        result.unicodeScalars.append(value)
      }
    default: result.unicodeScalars.append(escaped)
    }
  }
  return result
}
