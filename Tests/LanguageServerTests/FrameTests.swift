import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

@Suite struct FrameTests {
  private static let messages: [JSONTree] = [["a": "口座😀"], [:], [1, 2, [3]], "x\r\n\r\nContent-Length: 3\r\n\r\n"]

  private static func contents(_ parts: [[UInt8]]) throws -> [[UInt8]] {
    var decoder = FrameDecoder()
    var contents: [[UInt8]] = []
    for part in parts {
      decoder.append(part)
      while let content = try decoder.next() { contents.append(content) }
    }
    return contents
  }

  @Test func framesMayBeCutAnywhere() throws {
    let stream = Self.messages.flatMap(FrameDecoder.frame)
    let expected = Self.messages.map { Array($0.line.utf8) }
    #expect(try Self.contents(stream.map { [$0] }) == expected)
    for cut in 0...stream.count {
      #expect(try Self.contents([Array(stream[..<cut]), Array(stream[cut...])]) == expected)
    }
  }

  @Test(arguments: [
    "content-length:2\r\n\r\n{}", "Content-Length: 2 \r\n\r\n{}", "Content-Length: 2\n\n{}", "CONTENT-LENGTH:\t2\r\nContent-Type: a; charset=utf-8\r\n\r\n{}",
    "X: Y\r\nContent-Length: 002\r\n\r\n{}", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
  ])
  func headersAreReadLeniently(_ text: String) throws {
    #expect(try Self.contents([Array(text.utf8)]) == [Array("{}".utf8)])
  }

  @Test(arguments: [
    "\r\n\r\n{}", "Content-Length\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: +1\r\n\r\n",
    "Content-Length: 1.5\r\n\r\n", "Content-Length: \r\n\r\n", "Content-Length: 0x2\r\n\r\n{}",
    "Content-Length: 67108865\r\n\r\n", "Content-Length: 99999999999999999999999999\r\n\r\n",
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "{}\n", "Content-Type: a\r\n\r\n{}",
    String(repeating: "X: Y\r\n", count: 2000), String(repeating: "x", count: 9000),
  ])
  func uselessHeadersEndTheStream(_ text: String) {
    #expect(throws: FrameDecoder.Fault.self) { try Self.contents([Array(text.utf8)]) }
  }

  @Test func emptyMessagesAreNoJSON() throws {
    let contents = try Self.contents([Array("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n ".utf8)])
    #expect(contents == [[], [0x20]])
    for content in contents {
      guard case .invalid(nil, let error) = Message(content) else {
        Issue.record("read as a message")
        continue
      }
      #expect(error.code == .parseError)
    }
  }

  @Test func randomBytesAreSurvived() {
    for round in 0..<FuzzingBudget.rounds(200) {
      var random = SplitMix64("frames", round: round)
      var stream = Self.messages.flatMap(FrameDecoder.frame)
      for _ in 0...random.below(4) {
        let offset = random.below(stream.count)
        switch random.below(3) {
        case 0: stream[offset] = UInt8(random.below(256))
        case 1: stream.remove(at: offset)
        default: stream.insert(UInt8(random.below(256)), at: offset)
        }
      }
      for content in (try? Self.contents([stream])) ?? [] { _ = Message(content) }
    }
  }
}
