import Foundation
import Testing

/// What the compiler does not check, and names that only the library itself is to use.
private enum Construct: CaseIterable {
  case unsafeTypes, uncheckedSendable, unsafeGlobal, uncheckedExclusivity, unsafeCast, underscoredPublic

  var pattern: String {
    switch self {
    case .unsafeTypes: #"\bUnsafe\w*"#
    case .uncheckedSendable: #"@unchecked Sendable"#
    case .unsafeGlobal: #"nonisolated\(unsafe\)"#
    case .uncheckedExclusivity: #"@exclusivity\(unchecked\)"#
    case .unsafeCast: #"\bunsafe(BitCast|Downcast)\b"#
    case .underscoredPublic:
      #"(?m)^ *(public|open) [^\n=({]*?\b((func|var|let|typealias|struct|class|enum|case) _\w|init\(_\w)"#
    }
  }
}

/// How often a target has each of them, in the order of ``Construct``, and why.
///
/// The numbers only go down. Whoever lowers one writes the new one here.
private let allowed: [(target: String, counts: [Int], reason: String)] = [
  ("IgataDatabase", [0, 0, 0, 0, 1, 0], "a type that is made at run time reads its own table"),
  ("IgataGeneration", [1, 0, 0, 0, 0, 0], "names are compared by their bytes where they are"),
  ("IgataHTTP", [13, 0, 1, 0, 0, 0], "libcurl calls back through pointers"),
  ("IgataPostgreSQL", [30, 14, 0, 0, 0, 0], "libpq takes pointers; rows for COPY are written into one buffer"),
  ("IgataRouting", [1, 0, 0, 0, 0, 0], "the outbox calls the file functions of the system"),
  (
    "IgataRuntime", [7, 8, 0, 0, 3, 61],
    "texts are compared, and dates are read, by their bytes where they are; the optimizer moves the release of what is no pointer; "
      + "generated code calls what users do not"
  ),
  ("IgataSQLite", [43, 6, 2, 0, 1, 0], "SQLite's functions take pointers"),
  ("IgataSchema", [2, 0, 0, 0, 0, 0], "names are compared by their bytes where they are"),
  ("IgataTool", [4, 0, 0, 0, 2, 0], "system calls take pointers; Darwin has a type for a folder's stream"),
]

@Test(arguments: allowed.indices)
func uncheckedCodeOnlyShrinks(_ index: Int) throws {
  let (target, counts, _) = allowed[index]
  let texts = try swiftFiles("Sources/\(target)").map(\.text)
  for (construct, count) in zip(Construct.allCases, counts) {
    let expression = try NSRegularExpression(pattern: construct.pattern)
    let found = texts.reduce(0) { sum, text in
      sum + expression.numberOfMatches(in: text, range: NSRange(text.startIndex..., in: text))
    }
    #expect(
      found == count,
      "\(target) has \(found) of \(construct), not \(count): \(found < count ? "write the lower number" : "do without")")
  }
}

/// A target that is not listed has none of them.
@Test func targetsWithUncheckedCodeAreListed() throws {
  let targets = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
  for target in targets where !allowed.contains(where: { $0.target == target }) {
    for (path, text) in try swiftFiles("Sources/\(target)") {
      for construct in Construct.allCases {
        #expect(text.range(of: construct.pattern, options: .regularExpression) == nil, "\(path) has \(construct)")
      }
    }
  }
}
