/// The types of the runtime that generated code uses for each property.
struct RuntimeTypes: Sendable {
  let reference: String
  let ownedReference: String
  let linkedReference: String
  let referenceList: String
  let column: String
  let toOne: String
  let relatedColumns: String
  /// The types above in calls of their initializers.
  let referenceCall: String
  let ownedReferenceCall: String
  let linkedReferenceCall: String
  let referenceListCall: String

  init(_ names: TypeNames) {
    reference = names.runtimeType("Reference")
    ownedReference = names.runtimeType("OwnedReference")
    linkedReference = names.runtimeType("LinkedReference")
    referenceList = names.runtimeType("ReferenceList")
    column = names.runtimeType("Column")
    toOne = names.runtimeType("ToOne")
    relatedColumns = names.runtimeType("RelatedColumns")
    referenceCall = names.runtimeCall("Reference")
    ownedReferenceCall = names.runtimeCall("OwnedReference")
    linkedReferenceCall = names.runtimeCall("LinkedReference")
    referenceListCall = names.runtimeCall("ReferenceList")
  }
}
