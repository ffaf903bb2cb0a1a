import Foundation
import Testing

@testable import IgataGeneration

/// Swift code, and the types in it that are visible in the whole module.
private let swift: [(text: String, names: [String])] = [
  ("struct A {}\nclass B {}\nenum C {}\nactor D {}\nprotocol E {}\ntypealias F = A", ["A", "B", "C", "D", "E", "F"]),
  ("public final class A: B {}; @available(macOS 15, *) public indirect enum C<T> where T: D {}", ["A", "C"]),
  ("@MainActor\npublic\nstruct `A` {}", ["A"]),
  ("private struct A {}\nfileprivate enum B {}\nprivate let x = 1\nstruct C {}", ["C"]),
  ("// struct A {}\n/* struct B {} /* } */ struct C {} */ struct D {}", ["D"]),
  ("enum A { struct B {} }\nfunc f() { struct C {} }\nextension A { class D {} }", ["A"]),
  ("let a = \"struct A {\"\nlet b = #\"struct B { \" \\#(\"}\") \"#\nstruct C {}", ["C"]),
  ("let a = \"\\([1: \"}\"].map { \"\\($0)\" }) struct A {\"\nstruct B {}", ["B"]),
  ("let a = \"\"\"\n  struct A { \" \"\" \\\"\"\" \\(b(\")\"))\n  \"\"\"\nstruct C {}", ["C"]),
  ("#if os(Linux)\nstruct A {}\n#else\nstruct A {}\n#endif\nstruct B {}", ["B"]),
  ("let actor = x.actor\nprint(a.class)\nlet y: actor\nstruct 口座 {}", ["口座"]),
  // Code that can't be parsed yields nothing.
  ("struct A {}\n}", []), ("struct A {", []), ("struct A {}\nlet a = \"", []), ("struct A {} /*", []),
  ("struct A {}\n#endif", []), ("struct A {}\nlet r = /\"/\nlet s = 1", []), ("struct `A", []), ("", []),
  ("import struct Foundation.URL\nstruct A {}", ["A"]), ("import class B\nclass C {}", ["C"]),
]

@Test func typesOfSwiftAreFound() {
  for (text, names) in swift {
    let found = SwiftTypes.declared(in: Array(text.utf8)).map { String(decoding: $0.name, as: UTF8.self) }
    #expect(found == names, "\(text)")
  }
}

/// In our formatted sources, a regular expression finds the same declarations.
@Test func typesOfOurSourcesAreFound() throws {
  let declaration =
    /^(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|open|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
  let folder = testsFolder.appendingPathComponent("../Sources")
  let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  var count = 0
  for path in paths where path.hasSuffix(".swift") && path != "IgataTool/Explain/Pages.swift" {
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    if text.contains("#if") { continue }
    let expected = text.split(separator: "\n").compactMap { $0.prefixMatch(of: declaration).map { String($0.1) } }
    let found = SwiftTypes.declared(in: Array(text.utf8)).map { String(decoding: $0.name, as: UTF8.self) }
    #expect(found == expected, "\(path)")
    count += found.count
  }
  #expect(count > 100)
}
