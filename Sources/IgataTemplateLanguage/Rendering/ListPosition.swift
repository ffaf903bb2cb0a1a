/// Where an element is in the list that a section repeats.
///
/// The names `isFirst` and `isLast` belong to the innermost element of a list, whatever that is: texts and numbers have
/// them as well. An element that has one of the names itself goes before its position.
struct ListPosition: Sendable {
  /// The names that each element of a list has. They are the first names of every ``Code``, so that a look-up tells
  /// them by their index.
  static let names = ["isFirst", "isLast"]

  var index: Int
  let count: Int

  /// Whether a name, by its index, is one of ``names``.
  static func isName(_ name: Int) -> Bool { name < names.count }

  /// The value of one of ``names``, by its index.
  func value(of name: Int) -> TemplateValue { .flag(name == 0 ? index == 0 : index == count - 1) }
}
