public import IgataTables

extension Schema {
  /// The scalar of a value; `nil` for an enum.
  public func scalar(of type: ValueType) -> Scalar? {
    switch type {
    case .scalar(let scalar): scalar
    case .newtype(let index): newtypes[index].base
    case .enumeration: nil
    }
  }
}
