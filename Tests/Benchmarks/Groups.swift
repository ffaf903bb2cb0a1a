/// Every group of benchmarks, in the order of the report.
let benchmarkGroups: [BenchmarkGroup] = [.generation, .compile, .lint, .editing, .docs, .runtime, .migration, .postgresql]
