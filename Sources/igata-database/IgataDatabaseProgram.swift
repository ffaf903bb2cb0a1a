import Foundation
internal import IgataDatabase

@main
struct IgataDatabaseProgram {
  static func main() async {
    let status = await runDatabase(Array(CommandLine.arguments.dropFirst()))
    // Unlike `exit`, this runs no destructors of the libraries: threads of Dispatch may still use what they destroy, as
    // they close the sockets of connections. No output is buffered.
    _exit(status)
  }
}
