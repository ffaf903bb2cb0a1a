import Foundation
import Testing

/// A backend's author imports what a backend is made of by `@_spi(Backend)`.
@Test func backendAuthorsFindWhatABackendIsMadeOf() throws {
  let text = try String(contentsOf: backend, encoding: .utf8)
  let folder = FileManager.default.temporaryDirectory.appending(path: "igata-backend-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "backend.swift")
  try text.replacing("import IgataRuntime", with: "@_spi(Backend) import IgataRuntime")
    .replacing("import IgataSQL", with: "@_spi(Backend) import IgataSQL")
    .write(to: file, atomically: true, encoding: .utf8)
  let messages = try Compiler.check(file)
  #expect(messages.isEmpty, "\(messages)")
}

/// Everyone else sees none of it: each line that ends with `// hidden: ` has the message that follows.
@Test func usersDoNotSeeWhatABackendIsMadeOf() throws {
  let lines = try String(contentsOf: backend, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
  let messages = try Compiler.check(backend)
  var hiddenCount = 0
  for (index, line) in lines.enumerated() {
    let parts = line.split(separator: "  // hidden: ")
    guard parts.count == 2 else { continue }
    hiddenCount += 1
    let own = messages.filter { $0.line == index + 1 }
    #expect(own.contains { $0.text.hasPrefix(parts[1]) }, "line \(index + 1) passes, or has another message: \(own)")
  }
  #expect(hiddenCount > 20)
}

private let backend = fixtures.appending(path: "backend.swift")
