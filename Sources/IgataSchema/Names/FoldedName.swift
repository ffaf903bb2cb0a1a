/// An SQL name for case-insensitive comparison, as databases do it: with its ASCII letters in lower case.
package func foldedName(_ name: String) -> String {
  guard name.utf8.contains(where: { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }) else { return name }
  let bytes = name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  return String(decoding: bytes, as: UTF8.self)
}

/// A name with its first letter in upper case, as it follows a prefix: `settings` → `Settings`.
func capitalized(_ name: String) -> String {
  guard let first = name.unicodeScalars.first else { return name }
  return first.properties.titlecaseMapping + String(name.unicodeScalars.dropFirst())
}
