import Testing

/// Like `#expect(left == right)`, which is too slow for hundreds of thousands of values.
func expectEqual<Value: Equatable>(
  _ left: Value, _ right: Value, _ context: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard left != right else { return }
  Issue.record("\(left) is not \(right) \(context())", sourceLocation: sourceLocation)
}
