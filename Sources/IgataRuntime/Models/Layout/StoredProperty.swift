/// A stored property of a struct, as the compiler laid it out.
struct StoredProperty {
  var name: String
  var type: Any.Type
  /// How many bytes it lies behind the beginning of the struct.
  var offset: Int

  /// Those of `type`, in the order of their declarations. None where the program was compiled without metadata for
  /// reflection.
  static func all(of type: Any.Type) -> [StoredProperty] {
    (0..<countOfProperties(of: type)).map { index in
      var description = PropertyDescription()
      let propertyType = typeOfProperty(of: type, index: index, description: &description)
      defer { description.free?(description.name) }
      return StoredProperty(
        name: description.name.map { String(cString: $0) } ?? "", type: propertyType,
        offset: offsetOfProperty(of: type, index: index))
    }
  }
}

/// What the standard library's reflection says of a property besides its type, in C's layout.
private struct PropertyDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

// What `Mirror` is made of in the standard library. A mirror shows the values of a model that is there; these tell of
// the type alone where they lie.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func countOfProperties(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func typeOfProperty(
  of type: Any.Type, index: Int, description: UnsafeMutablePointer<PropertyDescription>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func offsetOfProperty(of type: Any.Type, index: Int) -> Int
