/// The names that the language, or a target, does not take for types: each is an error that the tool reports.
struct Refused {
  /// By the language.
  private static let builtIn = Words.scalars + ["IgataRuntime"]

  /// By the target, in every schema.
  private let target: [String]
  /// By the target, beside types that are called like declarations of these modules.
  private let modules: [String]

  /// Whether the target makes keys that are numbers, so that a wrapper can create what has one.
  let generatesNumbers: Bool

  /// Whether the target has types of a user's own.
  let takesGivenTypes: Bool

  init(target: String) {
    takesGivenTypes = target == "swift"
    generatesNumbers = target != "swiftdata"
    switch target {
    case "realm":
      self.target = [
        "RealmSwift", "RealmDataStructure", "RealmEmbeddedStructure", "RealmStore", "RealmKeys", "RealmDeleteRule",
        "RealmReferrers", "RealmFixedPoint", "RealmConversionError", "RealmFields", "RealmValue", "RealmCopyable",
      ]
      modules = ["Swift", "Foundation"]
    case "swiftdata":
      self.target = [
        "SwiftData", "SwiftDataDefaults", "SwiftDataError", "SwiftDataFixedPoint", "KeyPath", "Observation", "Sendable",
        "Transient", "_M", "_MR", "_PersistedProperty", "_SwiftDataNoType",
      ]
      modules = ["Swift", "Foundation"]
    default: (self.target, modules) = ([], ["Swift"])
    }
  }

  /// Each name that is an error. A target reports its own only in a schema that has no others.
  var all: [String] { target.isEmpty ? Self.builtIn : target + modules }

  /// Whether a schema that has types of all other names may have none of this.
  func contains(_ name: String) -> Bool {
    Self.builtIn.contains(name) || target.contains(name) || modules.contains(name)
  }

  /// A schema in which each of the names is an error, and no other name.
  var schema: String {
    (all + ["CustomStringConvertible", "Locale"]).map { "enum `\($0)` {\n  case a\n}\n" }.joined()
  }
}
