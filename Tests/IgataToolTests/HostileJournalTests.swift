import Foundation
import TestSupport
import Testing

@testable import IgataTool

/// Steps that igata writes in no journal, with the hash of what the temporary files contain for `PAYLOAD`, and another
/// one for `OTHER`.
private let steps = [
  #""path": "x", "temporary": "payload", "after": "PAYLOAD""#,
  #""path": "x", "temporary": "h/.igata-tmp-1-0", "after": "PAYLOAD""#,
  #""path": "x", "temporary": "../.igata-tmp-1-0", "after": "PAYLOAD""#,
  #""path": "../x", "temporary": "../.igata-tmp-1-0", "after": "PAYLOAD""#,
  #""path": "x", "temporary": ".igata-tmp-1-0""#, #""path": "x", "temporary": ".igata-tmp-1-0", "after": "OTHER""#,
  #""path": "kept", "temporary": ".igata-tmp-1-0", "before": "OTHER", "after": "PAYLOAD""#,
  #""path": "kept""#, #""path": "kept", "before": "OTHER""#,
]

/// A temporary file is one of igata's by its name and by what it contains, and no other file is replaced or removed.
@Test(arguments: steps) func journalsOfOthersChangeNothing(_ step: String) throws {
  let scratch = try Scratch()
  for file in ["out/payload", "out/.igata-tmp-1-0", "out/h/.igata-tmp-1-0", ".igata-tmp-1-0"] {
    try scratch.write("payload", to: file)
  }
  try scratch.write("kept", to: "out/kept")
  func hash(_ text: String) -> String { ContentHash(Array(text.utf8)).text }
  let step = step.replacing("PAYLOAD", with: hash("payload")).replacing("OTHER", with: hash("other"))
  let journal = Journal(Array("{\"version\": 1, \"steps\": [{\(step)}]}".utf8))
  try journal?.finish(in: FileLocation(folder: scratch.path("out")))
  #expect(try scratch.read("out/kept") == "kept")
  #expect(!scratch.files().contains { $0.hasSuffix("x") })
}
