/// The position of an element in the list that a section repeats.
///
/// The names `isFirst` and `isLast` belong to the innermost list element of any kind, including texts and numbers. If
/// an element has one of these names itself, its own value is used.
struct ListPosition: Sendable {
  /// The names that each element of a list has. They are the first names of every ``Code``, so that a lookup recognizes
  /// them by their index.
  static let names = ["isFirst", "isLast"]

  var index: Int
  let count: Int

  /// Whether the name with the given index is one of ``names``.
  static func isName(_ name: Int) -> Bool { name < names.count }

  /// The value of the name with the given index in ``names``.
  func value(of name: Int) -> TemplateValue { .flag(name == 0 ? index == 0 : index == count - 1) }
}
