/// Names for languages that don't distinguish uppercase letters from lowercase ones.
enum CaselessKeys {
  /// The names, each followed by a number if an earlier one differs from it only by case.
  static func of(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var key = name
      var number = 1
      while !taken.insert(key.lowercased()).inserted {
        number += 1
        key = "\(name) \(number)"
      }
      return key
    }
  }
}
