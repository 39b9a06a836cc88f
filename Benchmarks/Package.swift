// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ilk", path: "..")],
    targets: [
        // ICU as anybody would use it on UTF-8.
        .target(name: "ICUBaseline", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icudata")]),
        .executableTarget(
            name: "ilk-bench",
            dependencies: ["ICUBaseline", .product(name: "IlkText", package: "ilk")],
            path: "Sources/IlkBench",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
    ]
)
