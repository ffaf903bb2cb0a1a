/// The SQL form of a Swift name: `askedForDelete` → `asked_for_delete`, `URLPath` → `url_path`, `残高` → `残高`.
///
/// A word begins at an upper-case letter that follows anything but an upper-case letter or `_`, and at the last
/// letter of a run of upper-case letters that goes on in lower case. Digits belong to the word before them, and
/// letters without case stay as they are.
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

/// The same for the usual name, byte by byte; nothing where a byte is not ASCII.
private func asciiSnakeCase(_ name: String) -> String? {
  if name.utf8.allSatisfy({ $0 < 0x80 && !$0.isUpper }) { return name }
  let source = Array(name.utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(source.count + 8)
  for (index, byte) in source.enumerated() {
    guard byte < 0x80 else { return nil }
    guard byte.isUpper else {
      bytes.append(byte)
      continue
    }
    if index > 0, source[index - 1] != UInt8(ascii: "_") {
      let goesOnInLowerCase = index + 1 < source.count && source[index + 1].isLower
      if !source[index - 1].isUpper || goesOnInLowerCase { bytes.append(UInt8(ascii: "_")) }
    }
    bytes.append(byte | 0x20)
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension UInt8 {
  fileprivate var isUpper: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isLower: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}

extension Unicode.Scalar {
  fileprivate var isUpper: Bool { properties.isUppercase || properties.generalCategory == .titlecaseLetter }
}
