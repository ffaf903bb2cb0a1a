import IgataDiagnostics

/// The rule that tells make and ninja which files the outputs are made from.
struct Depfile {
  /// Where it is written.
  let path: String
  /// What it says depends on the inputs; nothing where it is the outputs.
  var target: String?

  /// How the file is to change; nothing where it is as it should be.
  func change(outputs: [String], inputs: [String]) throws(Failure) -> FileChange? {
    guard let text = Self.text(target.map { [$0] } ?? outputs, inputs: inputs) else {
      throw Failure(.unwritableOutput, "a depfile can't hold a path with a line break")
    }
    let content = Array(text.utf8)
    let clash = Failure(.usage, "'\(visible(path))' can't be the depfile, as it is an input or an output")
    guard !(inputs + outputs).map(FileSystem.absolute).contains(FileSystem.absolute(path)) else { throw clash }
    do throws(SystemFault) {
      guard let status = try FileSystem.existing(path) else {
        return FileChange(path: path, before: nil, after: content)
      }
      let before = try FileSystem.read(path)
      if before == content { return nil }
      let others = (inputs + outputs).compactMap { try? FileSystem.status(of: $0).identity }
      if !others.contains(status.identity) {
        return FileChange(path: path, before: before, after: content, mode: status.mode)
      }
    } catch {
      throw .unwritable(path, error)
    }
    throw clash
  }

  /// The text of the file, or nothing where a path has a line break, for which there is no way to write it.
  private static func text(_ targets: [String], inputs: [String]) -> String? {
    guard !(targets + inputs).contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
    let names = targets.map(escaped).joined(separator: " \\\n")
    return "\(names):\(inputs.map { " \\\n  \(escaped($0))" }.joined())\n"
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
