public import IgataDiagnostics

/// A version of a schema that never changes again: a line of the file `history`.
///
/// ```
/// 6 notes 5 sqlite:3f2a… postgresql:91bc…
/// ```
public struct SealedVersion: Hashable, Sendable {
  /// From 1, without gaps.
  public var number: Int
  /// A name of letters, digits and `-`.
  public var name: String
  /// The oldest version whose programs can use a database of this one.
  public var compatibleFrom: Int
  /// The sum for each dialect that has a script.
  public var sums: [String: VersionSum]
  /// The range of the line.
  public var range: SourceRange

  /// The name of the version's folder: `0006-notes`.
  public var folder: String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "-" + name
  }

  /// Whether a folder has the name of a version's.
  public static func isFolder(_ name: String) -> Bool {
    let number = name.prefix { $0.isASCII && $0.isNumber }
    return number.utf8.count >= 4 && name.dropFirst(number.count).first == "-"
      && objection(toName: String(name.dropFirst(number.count + 1))) == nil
  }

  /// The line in `history`.
  public var line: String {
    let sums = sums.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.text)" }
    return ([String(number), name, String(compatibleFrom)] + sums).joined(separator: " ")
  }

  /// Why a text can't be the name of a version; `nil` if it can.
  public static func objection(toName name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.count > 60 { return "is longer than 60 bytes" }
    let isPlain = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isPlain ? nil : "has other characters than 'a' to 'z', digits and '-'"
  }
}

/// The sealed versions of a schema, in their order.
public struct History: Sendable {
  public var versions: [SealedVersion] = []

  public init(versions: [SealedVersion] = []) { self.versions = versions }

  public var newest: SealedVersion? { versions.last }

  /// The dialects that the newest version has scripts for.
  public var dialects: [String] { newest?.sums.keys.sorted() ?? [] }

  /// The content of the file.
  public var text: String { Self.heading + versions.map { $0.line + "\n" }.joined() }

  private static let heading = """
    # The versions of the schema: number, name, the oldest compatible version, and a sum for each dialect.
    # 'igata migrate seal' adds a line. Never change one.

    """
}
