import Foundation
internal import IgataCopy

@main
struct IgataCopyProgram {
  static func main() async {
    exit(await runCopy(Array(CommandLine.arguments.dropFirst())))
  }
}
