import IgataDiagnostics

/// The rule that tells make and ninja which files the outputs are made from.
struct Depfile {
  /// The path of the file.
  let path: String
  /// The path that depends on the inputs, or `nil` for the outputs.
  var target: String?

  /// The change that updates the file, or `nil` if it is up to date.
  func change(outputs: [String], inputs: [String]) throws(Failure) -> FileChange? {
    guard let text = Self.text(target.map { [$0] } ?? outputs, inputs: inputs) else {
      throw Failure(.unwritableOutput, "a depfile can't contain a path with a line break")
    }
    let content = Array(text.utf8)
    let clash = Failure(.usage, "'\(visible(path))' can't be the depfile, because it is an input or an output")
    guard !(inputs + outputs).map(FileSystem.absolute).contains(FileSystem.absolute(path)) else { throw clash }
    let location = FileLocation(file: path)
    do throws(SystemFault) {
      guard let status = try location.status() else { return FileChange(location, before: nil, after: content) }
      let before = try location.read()
      if before == content { return nil }
      let others = (inputs + outputs).compactMap { try? FileSystem.status(of: $0).identity }
      if !others.contains(status.identity) {
        guard before.isEmpty || Self.isDepfile(before) else { throw .foreign }
        return FileChange(location, before: before, after: content, mode: status.mode)
      }
    } catch {
      throw .unwritable(path, error)
    }
    throw clash
  }

  /// The text of the file, or `nil` if a path contains a line break, which can't be represented.
  private static func text(_ targets: [String], inputs: [String]) -> String? {
    guard !(targets + inputs).contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
    let names = targets.map { escaped(isWord($0) ? "./\($0)" : $0) }.joined(separator: " \\\n")
    return "\(names):\(inputs.map { " \\\n  \(escaped($0))" }.joined())\n"
  }

  /// Whether a text has the form that igata writes: one rule with a schema, and a path on each line.
  private static func isDepfile(_ text: [UInt8]) -> Bool {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let colon = lines.firstIndex(where: { $0.hasSuffix(":") || $0.hasSuffix(": \\") }), lines.last == "" else {
      return false
    }
    let (targets, inputs) = (lines[..<colon], lines[(colon + 1)...].dropLast())
    return targets.allSatisfy { $0.hasSuffix(" \\") && !$0.hasPrefix(" ") }
      && inputs.allSatisfy { $0.hasPrefix("  ") } && inputs.dropLast().allSatisfy { $0.hasSuffix(" \\") }
      && (inputs.isEmpty || inputs.contains { $0.contains(Inputs.ending) })
  }

  /// Whether a path could be a directive of make, such as `include`, at the start of a line.
  private static func isWord(_ path: String) -> Bool {
    path.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private static func escaped(_ path: String) -> String {
    // make would read `SHELL=x` as a variable, even in a list of files, and can't escape '='. `./SHELL` is harmless.
    let isAssignment = path.utf8.contains(UInt8(ascii: "=")) && path.utf8.first != UInt8(ascii: "/")
    var result = Array((isAssignment ? "./" : "").utf8)
    var backslashes = 0
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "#"), UInt8(ascii: ":"):
        // Backslashes are literal unless they precede one of these characters, in which case each has to be doubled.
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
