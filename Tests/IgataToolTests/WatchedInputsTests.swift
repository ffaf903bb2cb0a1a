import TestSupport
import Testing

@testable import IgataTool

/// If watched files have to be opened, as with kqueue, the number of open files is limited, to 256 in Terminal.
@Test(arguments: [(room: 400, files: 300), (room: 224, files: 0), (room: 3, files: 0)])
func foldersAreWatchedAloneWhereFilesAreTooMany(_ limit: (room: Int, files: Int)) throws {
  let scratch = try Scratch()
  for number in 0..<300 { try scratch.write("", to: "schemas/\(number % 7)/\(number).igata") }
  let inputs = WatchedInputs(Invocation(path: ["watch"], operands: [scratch.path("schemas")]))
  #expect(inputs.files.count == 300)
  let (paths, isComplete) = inputs.watchable(upTo: limit.room)
  #expect(isComplete == (limit.files > 0))
  #expect(paths.intersection(inputs.files.keys).count == limit.files)
  #expect(paths.intersection(inputs.folders).count == min(limit.room, inputs.folders.count))
  #expect(paths.count <= limit.room)
}

/// The folders of the schemas and of the templates may contain each other, or be the same.
@Test(arguments: [("s", "s/t"), ("s", "s"), ("s/t", "s")])
func schemasAndTemplatesMayShareFolders(_ schemas: String, _ templates: String) throws {
  let scratch = try Scratch()
  try scratch.write("", to: "\(schemas)/a.igata")
  try scratch.write("", to: "\(templates)/model.mustache")
  var invocation = Invocation(path: ["watch"], operands: [scratch.path(schemas)])
  invocation.replace(scratch.path(templates), for: .templates)
  let names = WatchedInputs(invocation).files.keys.map(PathText.name)
  #expect(names.sorted() == ["a.igata", "model.mustache"])
}
