/// How the words of a name are written in the database.
public enum NameStyle: String, Hashable, Sendable, CaseIterable {
  /// `askedForDelete` → `asked_for_delete`
  case snakeCase = "snake_case"
  /// `asked_for_delete`, `URLPath` → `askedForDelete`, `urlPath`
  case camelCase
  /// The name in the schema.
  case asWritten

  func applied(to name: String) -> String {
    switch self {
    case .snakeCase: IgataSchema.snakeCase(name)
    case .camelCase: camelCased(name)
    case .asWritten: name
    }
  }

  /// The name that has `second` after `first`: `home_city`, or `homeCity`.
  func joined(_ first: String, _ second: String) -> String {
    switch self {
    case .snakeCase, .asWritten: "\(first)_\(second)"
    case .camelCase: first + capitalized(second)
    }
  }
}

/// The name in camel case, with its first letter in lower case: `Asked_for` → `askedFor`, `URLPath` → `urlPath`.
///
/// A `_` remains at the start and the end, and before anything but a letter that has an upper case, so that different
/// names rarely become the same one: `line_2` → `line_2`.
private func camelCased(_ name: String) -> String {
  let scalars = Array(snakeCase(name).unicodeScalars)
  var result = ""
  var beginsWord = false
  for (index, scalar) in scalars.enumerated() {
    if beginsWord {
      result += scalar.properties.titlecaseMapping
      beginsWord = false
    } else if scalar == "_", index > 0, scalars[index - 1] != "_", index + 1 < scalars.count,
      scalars[index + 1].properties.changesWhenTitlecased
    {
      beginsWord = true
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
