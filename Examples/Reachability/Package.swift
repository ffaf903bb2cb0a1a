// swift-tools-version: 6.2
import PackageDescription

func igata(_ product: String) -> Target.Dependency { .product(name: product, package: "igata") }

let package = Package(
  name: "Reachability",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .target(
      name: "Connection", dependencies: [igata("IgataRuntime"), igata("IgataRouting")],
      plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .executableTarget(name: "Reachability", dependencies: ["Connection", igata("IgataTesting")]),
    .testTarget(name: "ConnectionTests", dependencies: ["Connection", igata("IgataTesting")]),
  ]
)
