import IgataTables

extension Scalar {
  /// The Swift type of a value in code that doesn't import the runtime. Such code declares its own `Currency`.
  var portableType: String {
    guard module == .runtime, number != .fixed else { return swiftType }
    return storage == .json ? "String" : storage.widestScalar?.swiftType ?? swiftType
  }
}
