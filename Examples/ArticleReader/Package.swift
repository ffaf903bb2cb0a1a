// swift-tools-version: 6.2
import PackageDescription

func igata(_ product: String) -> Target.Dependency { .product(name: product, package: "igata") }

let package = Package(
  name: "ArticleReader",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .target(
      name: "Reader", dependencies: [igata("IgataRuntime"), igata("IgataHTTP"), igata("IgataSQLite")],
      plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .executableTarget(name: "ArticleReader", dependencies: ["Reader"]),
    // A process of its own, whose main thread does nothing else.
    .executableTarget(
      name: "ReaderTurns", dependencies: ["Reader", igata("IgataTesting")], path: "Tests/ReaderTurns"),
    .testTarget(name: "ReaderTests", dependencies: ["Reader", "ReaderTurns", igata("IgataTesting")]),
  ]
)
