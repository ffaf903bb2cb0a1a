import Foundation
import TestSupport
import Testing

@testable import IgataTool

/// Names of files that would control a terminal, a build server or a shell. What is in a file that exists would as well.
private let names = [
  "a\u{1B}[2J\u{202E}\u{9B}2J\u{7F}owned", "a\r\n::error file=x::owned%0A,:", "$(echo owned)`echo owned`\"'; echo owned",
]

/// The name as a word of the shell.
private func quoted(_ name: String) -> String { "'\(name.replacing("'", with: "'\\''"))'" }

/// Reports about files with hostile names are what they are meant to be.
@Test func namesOfFilesStayTexts() throws {
  for name in names {
    let scratch = try Scratch()
    try scratch.write("model A { id: Int64 @primaryKey x: Nothing }\n", to: "\(name).igata")
    let file = quoted("\(name).igata")
    let outcome = try scratch.run(
      """
      for form in json sarif junit github; do igata lint \(file) --report $form > $form; done
      { igata lint \(file); igata lint no\(file); igata generate \(file) -o no\(file); igata format no\(file)
        igata lint --baseline \(file) --update-baseline; igata generate \(file) --depfile \(file); igata docs no\(file)
        igata migrate seal \(file); igata diff \(file) no\(file); igata explain \(file); igata \(file)
        igata lint --rule \(file); igata templates render \(file) --data no\(file); igata migrate status \(file)
      } > text 2>&1; true
      """)
    #expect(outcome.status == 0 && TargetParser.terminal(outcome.errors) == [], "\(outcome)")
    #expect(TargetParser.terminal(try scratch.read("text")) == [])
    #expect(TargetParser.json([try scratch.read("json"), try scratch.read("sarif")]) == [])
    #expect(TargetParser.xml(try scratch.read("junit")) == [])
    #expect(TargetParser.gitHub(try scratch.read("github")) == [])
    for report in ["json", "sarif", "junit", "github"] { #expect(try scratch.read(report).contains("unknown-type")) }
  }
}

/// What a product shows of texts doesn't control a terminal.
@Test func productsOnATerminalStayTexts() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  try scratch.write("\u{1B}[2Jowned\r\u{9B}2J\n", to: "t.mustache")
  try scratch.write("{}", to: "d.json")
  try scratch.write(
    """
    igata generate a.igata -o out; cat t.mustache >> out/a.igata.swift; igata generate a.igata -o out --check
    igata templates render t.mustache --data d.json

    """, to: "commands")
  #if os(macOS)
  let outcome = try scratch.run("TERM=dumb script -q /dev/null sh commands")
  #else
  let outcome = try scratch.run("TERM=dumb script -qec 'sh commands' /dev/null")
  #endif
  #expect(outcome.output.components(separatedBy: "owned").count > 2, "\(outcome)")
  #expect(TargetParser.terminal(outcome.output.replacing("\r\n", with: "\n")) == [])
}

/// make reads a list of dependencies as such: no path in it becomes a variable, a directive or a command.
@Test func pathsInADepfileStayPaths() throws {
  let scratch = try Scratch()
  let outputs = ["SHELL=x/y", "include", "$(shell touch owned)", "a;touch owned", "a#b"].map {
    #"{"template": "t", "path": "\#($0)", "scope": "once"}"#
  }
  try scratch.write(
    #"{"templates": "t", "output": ".", "target": "sql", "outputs": [\#(outputs.joined(separator: ", "))]}"#,
    to: "igata.json")
  try scratch.write("text", to: "t/t.mustache")
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "SHELL=.igata")
  try scratch.write("// $(shell touch owned)\nmodel B {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  try scratch.write("all: ; @echo done\n-include d\n", to: "Makefile")
  let outcome = try scratch.run(
    "igata generate --depfile d && { make -p all > facts; grep -E '^(SHELL|MAKEFILE_LIST|done)' facts; }")
  let facts = Set(outcome.output.split(separator: "\n").map { $0.replacing("  ", with: " ").replacing(":=", with: "=") })
  #expect(facts == ["SHELL = /bin/sh", "MAKEFILE_LIST = Makefile d", "done"], "\(outcome)")
  #expect(!scratch.files().contains("owned"))
  let depfile = try scratch.read("d")
  for path in ["./include", "./SHELL=x/y", #"$$(shell\ touch\ owned)"#, "a\\#b"] {
    #expect(depfile.contains(path), "\(path)\n\(depfile)")
  }
}
