/// Why a benchmark could not be run.
struct BenchmarkFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
