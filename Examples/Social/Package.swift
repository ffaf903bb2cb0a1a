// swift-tools-version: 6.2
import PackageDescription

func igata(_ product: String) -> Target.Dependency { .product(name: product, package: "igata") }

let package = Package(
  name: "Social",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .target(
      name: "Posts", dependencies: [igata("IgataRuntime")], plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .executableTarget(name: "Social", dependencies: ["Posts", igata("IgataSQLite")]),
    .testTarget(name: "PostsTests", dependencies: ["Posts", igata("IgataTesting")]),
  ]
)
