// swift-tools-version: 6.3
import PackageDescription

/// Settings of every Swift target: language mode 6, warnings are errors, and the upcoming features that make
/// imports and existentials explicit. The targets' layers stand in ARCHITECTURE.md and are held by `HouseTests`.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "ilk",
    platforms: [.macOS(.v15)],
    products: [
        // Verdicts only: neither GRDB nor anything else of the record wing is compiled.
        .library(name: "IlkPipeline", targets: ["IlkPipeline", "IlkVocabulary"]),
        // Words, sentences and features only.
        .library(name: "IlkText", targets: ["IlkText", "IlkVocabulary"]),
        // Verdicts, the log and retraining.
        .library(
            name: "Ilk",
            targets: [
                "Ilk", "IlkDomains", "IlkFraming", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules",
                "IlkStore", "IlkText",
                "IlkVocabulary",
            ]),
        .executable(name: "ilk", targets: ["IlkCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Layer 0
        .target(
            name: "CICU",
            linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n"), .linkedLibrary("icudata")]
        ),
        .target(name: "IlkDefaults"),
        layer("IlkVocabulary"),
        layer("IlkFraming"),
        // Layer 1
        layer("IlkText", ["CICU", "IlkDefaults", "IlkFraming", "IlkVocabulary"]),
        layer(
            "IlkStore",
            [
                "IlkVocabulary", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        // Layer 2
        layer(
            "IlkRules",
            [
                "CICU", "IlkText", "IlkVocabulary", .product(name: "Yams", package: "Yams"),
            ]
        ),
        layer("IlkModels", ["IlkText", "IlkVocabulary"]),
        layer(
            "IlkDomains",
            [
                "IlkStore", "IlkVocabulary",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // Layer 3
        layer("IlkPipeline", ["IlkDefaults", "IlkModels", "IlkRules", "IlkText", "IlkVocabulary"]),
        // Layer 4
        layer(
            "IlkLearning",
            [
                "IlkFraming", "IlkModels", "IlkPipeline", "IlkRules", "IlkText", "IlkVocabulary",
            ]
        ),
        // Layer 5
        layer(
            "Ilk",
            [
                "IlkDomains", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkStore", "IlkText",
                "IlkVocabulary",
            ]
        ),
        // Layer 6 and 7
        .executableTarget(
            name: "IlkCommand",
            dependencies: [
                "Ilk", "IlkDomains", "IlkFraming", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules",
                "IlkStore",
                "IlkText", "IlkVocabulary",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        // What people run to make what is shipped; no part of the products.
        .executableTarget(
            name: "FormalityFit", dependencies: ["IlkText"], path: "Tools/FormalityFit",
            swiftSettings: settings),
        // Tests
        tests(
            "HouseTests", ["IlkModels", "IlkPipeline", "IlkRules", "IlkText", "IlkVocabulary"],
            exclude: ["exceptions.json"]),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests(
            "IlkRulesTests",
            [
                "CICU", "IlkRules", "IlkText", "IlkVocabulary", "TestSupport",
                .product(name: "Yams", package: "Yams"),
            ], exclude: ["Goldens"]),
        tests(
            "IlkLearningTests",
            [
                "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkText", "IlkVocabulary",
                "TestSupport",
            ]
        ),
        tests("IlkModelsTests", ["IlkModels", "IlkText", "IlkVocabulary", "TestSupport"]),
        tests("IlkFramingTests", ["IlkFraming", "TestSupport"]),
        tests(
            "IlkCommandTests",
            [
                "Ilk", "IlkCommand", "IlkDomains", "IlkFraming", "IlkLearning", "IlkModels", "IlkStore",
                "IlkVocabulary",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        tests("EndToEndTests", ["IlkCommand", "IlkDomains", "IlkStore", "IlkVocabulary"]),
        tests(
            "IlkTests",
            [
                "Ilk", "IlkDomains", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkStore",
                "IlkVocabulary", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests("IlkVocabularyTests", ["IlkVocabulary"]),
        tests(
            "IlkTextTests",
            ["AllocationCounter", "CICU", "IlkText", "IlkVocabulary", "SegmentationOracle", "TestSupport"]),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        // What the segmenter is held to: plain ICU, texts around the edges of blocks, planted faults.
        .target(
            name: "SegmentationOracle", dependencies: ["CICU", "IlkText", "IlkVocabulary"],
            path: "Tests/SegmentationOracle", swiftSettings: settings
        ),
        .executableTarget(
            name: "SegmentationProof", dependencies: ["AllocationCounter", "IlkText", "SegmentationOracle"],
            path: "Tests/SegmentationProof", swiftSettings: settings
        ),
        // Makes the language model of texts: `make language-model`.
        .executableTarget(
            name: "LanguageModelBuilder", dependencies: ["IlkFraming", "IlkText", "IlkVocabulary"],
            path: "Tools/LanguageModelBuilder", exclude: ["collect.py", "peers.py"], swiftSettings: settings
        ),
        // SQLite from plain C: the limit that the journal is measured by.
        .target(name: "RawInsert", path: "Tests/RawInsert", linkerSettings: [.linkedLibrary("sqlite3")]),
        // A disk for SQLite that fails when it is told to.
        .target(name: "FaultyDisk", path: "Tests/FaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "StoreTestSupport",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/StoreTestSupport", swiftSettings: settings
        ),
        // The other process of the store's tests.
        .executableTarget(
            name: "StoreProbe",
            dependencies: [
                "FaultyDisk", "IlkDomains", "IlkStore", "IlkVocabulary", "RawInsert", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/StoreProbe", swiftSettings: settings
        ),
        tests(
            "IlkStoreTests",
            [
                "IlkStore", "IlkVocabulary", "StoreProbe", "StoreTestSupport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        tests(
            "IlkDomainsTests",
            [
                "IlkDomains", "IlkStore", "IlkVocabulary", "StoreProbe", "StoreTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
    ]
)
