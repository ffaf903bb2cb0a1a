import IgataTables

extension Scalar {
  /// The Swift type of a value in code that does not import the runtime. Such code has a `Currency` of its own.
  var portableType: String {
    guard module == .runtime, number != .fixed else { return swiftType }
    return storage == .json ? "String" : storage.widestScalar?.swiftType ?? swiftType
  }
}
