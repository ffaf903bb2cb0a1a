import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
Task.detached { exit(await runBenchmarks(arguments)) }
// Not `dispatchMain`, which a top-level `await` would come to: it ends the main thread, and callgrind with it.
RunLoop.main.run()
