// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Household",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .executableTarget(
      name: "Household",
      dependencies: [
        .product(name: "IgataRuntime", package: "igata"),
        .product(name: "IgataSQLite", package: "igata"),
      ]),
    .executableTarget(name: "MakeBook"),
  ]
)
