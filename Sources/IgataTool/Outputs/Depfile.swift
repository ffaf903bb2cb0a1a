/// The rule that tells make and ninja which files the outputs are made from.
enum Depfile {
  /// The text of the file, or nothing where a path has a line break, for which there is no way to write it.
  static func text(outputs: [String], inputs: [String]) -> String? {
    guard !(outputs + inputs).contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
    let targets = outputs.map(escaped).joined(separator: " \\\n")
    return "\(targets):\(inputs.map { " \\\n  \(escaped($0))" }.joined())\n"
  }

  private static func escaped(_ path: String) -> String {
    var result: [UInt8] = []
    var backslashes = 0
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "#"), UInt8(ascii: ":"):
        // Backslashes count as such but before one of these, where each has to be written twice.
        result += [UInt8](repeating: UInt8(ascii: "\\"), count: backslashes + 1)
      case UInt8(ascii: "$"): result.append(byte)
      default: break
      }
      result.append(byte)
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
    }
    return String(decoding: result, as: UTF8.self)
  }
}
