import Foundation
import TestSupport
import Testing

/// Colours are shown on a terminal, and not where they are not wanted.
@Test(arguments: [("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false)])
func coloursAreForTerminals(setting: String, isColourful: Bool) throws {
  let scratch = try Scratch()
  try scratch.write("model A {}\n", to: "a.igata")
  let command = "env TERM=xterm \(setting) igata schema a.igata"
  // 'script' runs a command on a terminal of its own.
  #if os(macOS)
  let outcome = try scratch.run("script -q /dev/null \(command)")
  #else
  let outcome = try scratch.run("script -qec '\(command)' /dev/null")
  #endif
  #expect(outcome.output.contains("empty-declaration"))
  #expect(outcome.output.contains("\u{1B}[") == isColourful)
  #expect(outcome.status == 1)
}
