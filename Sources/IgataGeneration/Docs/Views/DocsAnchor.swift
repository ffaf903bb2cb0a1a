/// The anchors of declarations on a page.
enum DocsAnchor {
  /// The address of an anchor on the same page.
  static func address(_ anchor: String) -> String {
    var address = "#"
    for byte in anchor.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        address += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return address
  }
}
