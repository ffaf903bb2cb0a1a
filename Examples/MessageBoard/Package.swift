// swift-tools-version: 6.2
import PackageDescription

func igata(_ product: String) -> Target.Dependency { .product(name: product, package: "igata") }

let package = Package(
  name: "MessageBoard",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .target(
      name: "Board", dependencies: [igata("IgataRuntime")], plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .executableTarget(name: "MessageBoard", dependencies: ["Board", igata("IgataSQLite")]),
    .testTarget(name: "BoardTests", dependencies: ["Board", igata("IgataRouting"), igata("IgataSQLite"), igata("IgataTesting")]),
  ]
)
