// swift-tools-version: 6.2
import PackageDescription

// Tests that the output of the templates equals the recorded golden files.
let package = Package(
  name: "Templates",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .testTarget(
      name: "GoldenTests", dependencies: [.product(name: "IgataSnapshots", package: "igata")], exclude: ["Goldens"])
  ]
)
