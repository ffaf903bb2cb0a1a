import Foundation
internal import IgataDatabase

@main
struct IgataDatabaseProgram {
  static func main() async {
    exit(await runDatabase(Array(CommandLine.arguments.dropFirst())))
  }
}
