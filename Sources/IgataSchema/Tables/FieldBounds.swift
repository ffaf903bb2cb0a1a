extension Schema {
  /// The bounds of a field combined with those of its newtype; `nil` if neither has any.
  public func effectiveBounds(of field: Field) -> ValueConstraints? {
    guard case .value(.newtype(let index), _) = field.kind else {
      return field.isConstrained ? field.constraints : nil
    }
    return field.constraints.tightening(newtypes[index].constraints)
  }
}

extension ValueConstraints {
  /// These bounds, with those of the field's type for any that are missing.
  fileprivate func tightening(_ type: ValueConstraints) -> ValueConstraints {
    var result = self
    result.minimumLength = minimumLength ?? type.minimumLength
    result.maximumLength = maximumLength ?? type.maximumLength
    result.minimum = minimum ?? type.minimum
    if maximum == nil {
      result.maximum = type.maximum
      result.excludesMaximum = type.excludesMaximum
    }
    result.pattern = pattern ?? type.pattern
    return result
  }
}
