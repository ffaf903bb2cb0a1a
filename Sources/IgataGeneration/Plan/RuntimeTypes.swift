/// The types of the runtime that generated code names for each property, each with its module before it where the schema
/// has a type of that name.
struct RuntimeTypes: Sendable {
  let reference: String
  let referenceList: String
  let column: String
  let toOne: String
  let relatedColumns: String

  init(declared: NameSet) {
    func type(_ name: String) -> String { declared.contains(name) ? "IgataRuntime." + name : name }
    reference = type("Reference")
    referenceList = type("ReferenceList")
    column = type("Column")
    toOne = type("ToOne")
    relatedColumns = type("RelatedColumns")
  }
}
