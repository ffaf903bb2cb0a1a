import Foundation
import TestSupport
import Testing

/// Colors are used on a terminal, unless they are disabled.
@Test(arguments: [("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false)])
func colorsAreForTerminals(setting: String, isColorful: Bool) throws {
  let scratch = try Scratch()
  try scratch.write("model A {}\n", to: "a.igata")
  let command = "env TERM=xterm \(setting) igata schema a.igata"
  // 'script' runs a command in a new terminal.
  #if os(macOS)
  let outcome = try scratch.run("script -q /dev/null \(command)")
  #else
  let outcome = try scratch.run("script -qec '\(command)' /dev/null")
  #endif
  #expect(outcome.output.contains("empty-declaration"))
  #expect(outcome.output.contains("\u{1B}[") == isColorful)
  #expect(outcome.status == 1)
}
