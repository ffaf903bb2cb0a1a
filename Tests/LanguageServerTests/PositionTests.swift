import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// Texts with all that makes positions difficult.
let naughtyTexts = [
  "", "\n", "\r", "\r\n", "a", "a\r\nb\rc\nd", "\u{FEFF}model A {\r\n}\r\n", "口座\n顧客 x", "a😀b\n👨‍👩‍👧‍👦e\u{301}\r\n\u{301}",
  "\u{FEFF}", "\u{FEFF}\r\r\n\n\r", "🇯🇵\u{2028}x\u{85}y\u{B}z", String(repeating: "口😀e\u{301}a", count: 120),
  "x\n" + String(repeating: "口", count: 250) + "\r\n" + String(repeating: "a", count: 600) + "\r😀",
]

@Suite struct PositionTests {
  /// What the table does, written as plainly as possible.
  private static func position(of target: Int, in text: String, _ encoding: PositionEncoding, isSent: Bool) -> DocumentPosition {
    var position = DocumentPosition(line: 0, character: 0)
    var offset = 0
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where offset < target {
      offset += UTF8.width(scalar)
      if index == 0, scalar == "\u{FEFF}", !isSent { continue }
      let isFirstOfTwo = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalar == "\n" || (scalar == "\r" && !isFirstOfTwo) {
        position = DocumentPosition(line: position.line + 1, character: 0)
      } else if !isFirstOfTwo {
        switch encoding {
        case .utf8: position.character += UTF8.width(scalar)
        case .utf16: position.character += UTF16.width(scalar)
        case .utf32: position.character += 1
        }
      }
    }
    return position
  }

  /// A byte-order mark is a character of a text that a client sent, and not of a file.
  @Test(arguments: naughtyTexts.indices, PositionEncoding.allCases)
  func offsetsAndPositionsRoundTrip(_ index: Int, _ encoding: PositionEncoding) {
    for isSent in [false, true] { roundTrip(naughtyTexts[index], encoding, isSent: isSent) }
  }

  private func roundTrip(_ text: String, _ encoding: PositionEncoding, isSent: Bool) {
    let table = PositionTable(Array(text.utf8), encoding, isSent: isSent)
    var offset = 0
    for scalar in text.unicodeScalars {
      let position = table.position(of: offset)
      let isInLineEnd = offset > 0 && table.bytes[offset - 1] == 0x0D && scalar == "\n"
      let isMark = offset == 0 && scalar == "\u{FEFF}" && !isSent
      if !isInLineEnd, !isMark {
        #expect(position == Self.position(of: offset, in: text, encoding, isSent: isSent))
        #expect(table.offset(of: position) == offset)
      }
      offset += UTF8.width(scalar)
    }
    #expect(table.offset(of: table.position(of: offset)) == offset)
    #expect(table.position(of: offset) == Self.position(of: offset, in: text, encoding, isSent: isSent))
  }

  @Test(arguments: PositionEncoding.allCases)
  func everythingElseIsClamped(_ encoding: PositionEncoding) {
    for text in naughtyTexts {
      let table = PositionTable(Array(text.utf8), encoding)
      for line in [-1, 0, 1, table.lineCount - 1, table.lineCount, Int.max] {
        for character in [-1, 0, 1, 7, 100_000, Int.max] {
          let offset = table.offset(of: DocumentPosition(line: line, character: character))
          #expect((0...table.bytes.count).contains(offset))
          #expect(offset == table.bytes.count || table.bytes[offset] & 0xC0 != 0x80, "inside of a character")
        }
      }
      for offset in [-1, table.bytes.count + 1, Int.max] { _ = table.position(of: offset) }
      for offset in 0..<min(table.bytes.count, 50) {
        #expect(table.offset(of: table.position(of: offset)) <= offset || offset < 3)
      }
    }
  }

  @Test func surrogatesAreRoundedDown() {
    let table = PositionTable(Array("a😀b".utf8), .utf16)
    #expect(table.offset(of: DocumentPosition(line: 0, character: 2)) == 1)
    #expect(table.offset(of: DocumentPosition(line: 0, character: 3)) == 5)
    #expect(table.position(of: 3) == DocumentPosition(line: 0, character: 1))
  }

  @Test func invalidTextsHavePositions() {
    for bytes: [UInt8] in [[0xFF], [0xE5, 0x8F], [0x61, 0x80, 0x80, 0x0A, 0xF0, 0x9F, 0x98]] {
      for encoding in PositionEncoding.allCases {
        let table = PositionTable(bytes, encoding)
        for offset in 0...bytes.count { #expect(table.offset(of: table.position(of: offset)) <= offset) }
      }
    }
  }

  @Test func theBestEncodingIsChosen() {
    #expect(PositionEncoding(offered: []) == .utf16)
    #expect(PositionEncoding(offered: ["utf-16", "utf-32"]) == .utf32)
    #expect(PositionEncoding(offered: ["utf-16", "utf-8", "utf-32"]) == .utf8)
    #expect(PositionEncoding(offered: ["utf-7"]) == .utf16)
  }

  @Test(arguments: [
    ("file:///a/b.igata", "/a/b.igata"), ("file:///a%20b/%E5%8F%A3.igata", "/a b/口.igata"),
    ("file:///c%3A/x", "/c:/x"), ("FILE:///a/../b", "/b"), ("file://localhost/a", "/a"), ("untitled:Untitled-1", "untitled:Untitled-1"),
    ("file:///%zz", "file:///%zz"), ("file:///%FF", "file:///%FF"), ("file:///%00", "file:///%00"), ("file://", "file://"), ("", ""),
    ("file:///a%2", "file:///a%2"),
  ])
  func addressesLeadToPaths(_ uri: String, _ path: String) {
    #expect(DocumentURI(uri).path == path)
    #expect(DocumentURI(uri).isFile == path.hasPrefix("/"))
    if path.hasPrefix("/") { #expect(DocumentURI(DocumentURI(path: path).text).path == path) }
  }
}
