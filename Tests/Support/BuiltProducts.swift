import Foundation

/// The programs and modules that were built along with the tests.
public enum BuiltProducts {
  public static let folder: URL = {
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    // Where tests are no bundle, they are a program of that folder, or of one below it.
    let tests = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    var folder = tests.deletingLastPathComponent()
    while folder.path.count > 1, !FileManager.default.fileExists(atPath: folder.appending(path: "Modules").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  public static func program(_ name: String) -> URL { folder.appending(path: name) }
}
