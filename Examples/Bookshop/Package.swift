// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Bookshop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .executableTarget(name: "Bookshop", dependencies: ["Catalogue", "Orders"]),
    // The models of these two targets are described in the .igata files of their folders; the plugin generates them.
    .target(
      name: "Catalogue", dependencies: [.product(name: "IgataRuntime", package: "igata")],
      plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .target(
      name: "Orders", dependencies: [.product(name: "IgataRuntime", package: "igata")],
      plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
  ]
)
