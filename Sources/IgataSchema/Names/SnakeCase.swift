/// The SQL form of a Swift name: `askedForDelete` → `asked_for_delete`, `URLPath` → `url_path`, `残高` → `残高`.
///
/// A word begins at an upper-case letter that follows anything but an upper-case letter or `_`, and at the last letter
/// of a run of upper-case letters that is followed by a lower-case letter. Digits belong to the word before them, and
/// letters without case are unchanged.
public func snakeCase(_ name: String) -> String {
  if let ascii = asciiSnakeCase(name) { return ascii }
  let scalars = Array(name.unicodeScalars)
  var result = ""
  for (index, scalar) in scalars.enumerated() {
    guard scalar.isUpper else {
      result.unicodeScalars.append(scalar)
      continue
    }
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    if index > 0, beginsWord(after: scalars[index - 1], before: next) { result += "_" }
    result += scalar.properties.lowercaseMapping
  }
  return result
}

private func beginsWord(after previous: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
  if previous == "_" { return false }
  return !previous.isUpper || (next?.properties.isLowercase ?? false)
}

/// A fast path for ASCII names, or `nil` if a byte isn't ASCII.
private func asciiSnakeCase(_ name: String) -> String? {
  if name.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy { $0 < 0x80 && !$0.isUpper } }) == true { return name }
  var name = name
  return name.withUTF8 { source in
    guard source.allSatisfy({ $0 < 0x80 }) else { return nil }
    // At most one `_` before each byte.
    return String(unsafeUninitializedCapacity: source.count * 2) { writeSnakeCase(source, into: $0) }
  }
}

/// Writes the words and returns the number of bytes written.
private func writeSnakeCase(_ source: UnsafeBufferPointer<UInt8>, into result: UnsafeMutableBufferPointer<UInt8>) -> Int
{
  var count = 0
  for (index, byte) in source.enumerated() {
    if byte.isUpper, index > 0, source[index - 1] != UInt8(ascii: "_") {
      let goesOnInLowerCase = index + 1 < source.count && source[index + 1].isLower
      if !source[index - 1].isUpper || goesOnInLowerCase {
        result[count] = UInt8(ascii: "_")
        count += 1
      }
    }
    result[count] = byte.isUpper ? byte | 0x20 : byte
    count += 1
  }
  return count
}

extension UInt8 {
  fileprivate var isUpper: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isLower: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}

extension Unicode.Scalar {
  fileprivate var isUpper: Bool { properties.isUppercase || properties.generalCategory == .titlecaseLetter }
}
