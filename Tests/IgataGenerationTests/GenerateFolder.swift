import Foundation
import IgataDiagnostics
import IgataGeneration
import Testing

/// Runs the whole pipeline over the schemas of a folder.
func generate(
  folder: URL, order: (String, String) -> Bool = (<), named isWanted: (String) -> Bool = { _ in true },
  options: GenerationOptions = GenerationOptions()
) throws -> [RenderedFile] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".igata") && isWanted($0) }.sorted(by: order)
  return try generate(
    names.map { SourceFile(name: $0, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) },
    options: options)
}

func generate(_ sources: [SourceFile], options: GenerationOptions = GenerationOptions()) throws -> [RenderedFile] {
  let result = compile(Sources(sources), options)
  try #require(result.isValid, "\(renderText(result.diagnostics, files: result.sources, color: false))")
  return result.files
}
