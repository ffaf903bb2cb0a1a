import Foundation

/// The folder of the built products.
let productsFolder: URL = {
  #if os(macOS)
  for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
    return bundle.bundleURL.deletingLastPathComponent()
  }
  return Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()
  #else
  return Bundle.main.bundleURL
  #endif
}()

private final class Anchor {}
