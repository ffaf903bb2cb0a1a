import Foundation

exit(await runBenchmarks(Array(CommandLine.arguments.dropFirst())))
