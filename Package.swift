// swift-tools-version: 6.3
import PackageDescription

/// The settings of every Swift target. ARCHITECTURE.md lists the layers, and `RepositoryTests` checks them.
let settings: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    + [
        "ExistentialAny", "InferIsolatedConformances", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }

/// The targets that process every byte or feature of a text. With ILK_OPTIMISED, which `make test` sets, a
/// debug build optimizes them but keeps all checks, so that tests take a fraction of the time. It is off by
/// default because no other package can depend on a package with such flags.
let hot: Set = [
    "IlkFraming", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkRuleTools", "IlkText",
    "IlkTraining", "IlkVocabulary",
]
let isOptimised = Context.environment["ILK_OPTIMISED"] != nil
let optimisedC: [CSetting] = isOptimised ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []
/// Replaces a function in builds for tests (CThreads/unvalidated.c).
let validation = "$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"
let unvalidated: [LinkerSetting] = isOptimised ? [.unsafeFlags(["-Xlinker", "--wrap=\(validation)"])] : []

/// Commands parse arguments and print. Optimizing them would take a tenth of the build time, for nothing.
func settings(of name: String) -> [SwiftSetting] {
    func flags(_ level: String, _ checks: String, _ configuration: BuildConfiguration) -> [SwiftSetting] {
        settings + [.unsafeFlags([level, "-assert-config", checks], .when(configuration: configuration))]
    }
    if name.hasSuffix("Command") { return flags("-Onone", "Release", .release) }
    return isOptimised && hot.contains(name) ? flags("-O", "Debug", .debug) : settings
}

/// Declares a library target in a folder of `Sources`, or directly in `Sources`.
func layer(_ name: String, in folder: String? = nil, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: folder.map { "Sources/\($0)/\(name)" },
        swiftSettings: settings(of: name))
}

func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings(of: name))
}

/// Declares code that several test targets use.
func support(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings(of: name))
}

/// Declares a program. Those in `Tests` run long checks and are started by `make`.
func program(
    _ name: String, in folder: String = "Tests", _ dependencies: Target.Dependency..., exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude,
        swiftSettings: settings)
}

/// Declares a C library that loads another library at run time. A macro enables its code with the trait.
func shim(_ name: String, in folder: String, trait: String) -> Target {
    .target(
        name: name, dependencies: ["CLibrary"], path: "Sources/\(folder)/\(name)",
        cSettings: [.define("ILK_\(trait.uppercased())", .when(traits: [trait]))])
}

/// Products of other packages that several targets use.
extension Target.Dependency {
    static let grdb: Self = .product(name: "GRDB", package: "GRDB.swift")
    static let grdbSQLite: Self = .product(name: "GRDBSQLite", package: "GRDB.swift")
    static let logging: Self = .product(name: "Logging", package: "swift-log")
    static let inMemoryLogging: Self = .product(name: "InMemoryLogging", package: "swift-log")
    static let metrics: Self = .product(name: "Metrics", package: "swift-metrics")
    static let metricsTestKit: Self = .product(name: "MetricsTestKit", package: "swift-metrics")
    static let argumentParser: Self = .product(name: "ArgumentParser", package: "swift-argument-parser")
    static let yams: Self = .product(name: "Yams", package: "Yams")

    static func server(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Server"]))
    }
}

let package = Package(
    name: "ilk",
    platforms: [.macOS(.v15)],
    products: [
        // Verdicts only. Neither GRDB nor any other part of the storage layers is compiled.
        .library(name: "IlkPipeline", targets: ["IlkPipeline", "IlkVocabulary"]),
        .library(name: "IlkText", targets: ["IlkText", "IlkVocabulary"]),
        .library(name: "IlkSentences", targets: ["IlkSentences", "IlkVocabulary"]),
        .library(
            name: "Ilk",
            targets: [
                "Ilk", "IlkFiles", "IlkFraming", "IlkLearning", "IlkLog", "IlkModels", "IlkPipeline",
                "IlkRules", "IlkRuleTools", "IlkStore", "IlkText", "IlkTraining", "IlkVocabulary",
            ]),
        .library(
            name: "IlkTransport",
            targets: ["IlkTransport", "IlkLog", "IlkStore", "IlkSync", "IlkSyncStore", "IlkVocabulary"]),
        .library(
            name: "IlkCalls", targets: ["IlkCalls", "IlkStore", "IlkTransport", "IlkVocabulary", "Monica"]),
        .library(name: "IlkUsage", targets: ["IlkUsage", "IlkStore", "IlkSync", "IlkVocabulary"]),
        .library(name: "IlkCloudKit", targets: ["IlkCloudKit", "IlkSyncStore", "IlkTransport"]),
        .library(name: "IlkServer", targets: ["IlkServer", "Ilk", "IlkSyncStore"]),
        // Debug events: their type in every build, their logger and shipper in debug builds only.
        .library(name: "IlkDebug", targets: ["IlkDebug", "IlkVocabulary"]),
        .executable(name: "ilk", targets: ["IlkProgram"]),
        .executable(name: "ilk-core", targets: ["IlkCoreProgram"]),
    ]  // And a library that tests load into the program.
        + (isOptimised ? [.library(name: "FaultyCalls", type: .dynamic, targets: ["FaultyCalls"])] : []),
    // Mail import with GMime, PDF reports with Pango and cairo, sync over HTTP with libcurl: libraries that
    // are loaded when they are needed. `CloudKit`, off by default, adds sync with CloudKit to `ilk`.
    traits: [
        .trait(name: "Mail"), .trait(name: "Network"), .trait(name: "Reports"), .trait(name: "Server"),
        .trait(name: "CloudKit", enabledTraits: ["Network"]),
        .default(enabledTraits: ["Mail", "Network", "Reports", "Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Layer 0
        .target(name: "CDigest", path: "Sources/Core/CDigest", cSettings: optimisedC),
        // Layer 1
        .target(
            name: "CICU", path: "Sources/Core/CICU", cSettings: optimisedC,
            linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n"), .linkedLibrary("icudata")]),
        .systemLibrary(
            name: "SystemGMime", path: "Sources/Applications/Mail/SystemGMime", pkgConfig: "gmime-3.0",
            providers: [.apt(["libgmime-3.0-dev"])]),
        .systemLibrary(
            name: "SystemXML", path: "Sources/Applications/Mail/SystemXML", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "SystemPango", path: "Sources/Applications/Calls/SystemPango", pkgConfig: "pangocairo",
            providers: [.apt(["libpango1.0-dev"])]),
        .target(name: "CLibrary", path: "Sources/Core/CLibrary"),
        .target(name: "CThreads", path: "Sources/CommandLine/CThreads", linkerSettings: unvalidated),
        .target(
            name: "CSQLite", path: "Sources/Storage/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "IlkDefaults", path: "Sources/Core/IlkDefaults"),
        layer("IlkVocabulary", in: "Core", "CDigest"),
        // Layer 2
        layer("IlkFiles", in: "Storage", "IlkVocabulary"),
        layer("IlkFraming", in: "Core", "IlkVocabulary"),
        layer("IlkRedaction", in: "Core", "IlkVocabulary"),
        layer("IlkSentences", in: "Core", "CICU", "IlkDefaults", "IlkVocabulary"),
        shim("CGMime", in: "Applications/Mail", trait: "Mail"),
        shim("CHTTP", in: "Sync", trait: "Network"),
        shim("CKey", in: "Sync", trait: "Network"),
        shim("CReport", in: "Applications/Calls", trait: "Reports"),
        .target(
            name: "CGzip", path: "Sources/Applications/Debug/CGzip", linkerSettings: [.linkedLibrary("z")]),
        layer("IlkSync", in: "Sync", "IlkVocabulary"),
        // Layer 3
        layer(
            "IlkStore", in: "Storage", "CSQLite", "IlkFiles", "IlkVocabulary", .grdb, .grdbSQLite, .logging,
            .metrics),
        layer("IlkDebug", in: "Applications/Debug", "IlkFraming", "IlkRedaction", "IlkVocabulary", .logging),
        layer("IlkText", in: "Core", "CICU", "IlkDefaults", "IlkFraming", "IlkVocabulary"),
        // Layer 4
        layer("IlkRules", in: "Core", "CICU", "IlkText", "IlkVocabulary", .yams),
        layer("IlkModels", in: "Core", "IlkText", "IlkVocabulary"),
        layer(
            "IlkLog", in: "Storage", "IlkFraming", "IlkRedaction", "IlkStore", "IlkVocabulary", .grdb,
            .logging),
        layer("IlkCalls", in: "Applications/Calls", "IlkStore", "IlkVocabulary", .grdb, .logging),
        layer(
            "IlkMail", in: "Applications/Mail", .byName(name: "CGMime", condition: .when(traits: ["Mail"])),
            "IlkStore", "IlkVocabulary", .grdb),
        layer(
            "IlkUsage", in: "Applications/Usage", "IlkFraming", "IlkStore", "IlkSync", "IlkVocabulary", .grdb,
            .logging),
        layer(
            "IlkDebugStore", in: "Applications/Debug", "CGzip", "IlkDebug", "IlkRedaction", "IlkStore",
            "IlkVocabulary", .grdb, .logging),
        // Layer 5
        layer(
            "IlkConsole", in: "CommandLine", "IlkFiles", "IlkFraming", "IlkRedaction", "IlkStore",
            "IlkVocabulary", .argumentParser),
        layer("IlkRuleTools", in: "Core", "IlkRules", "IlkText", "IlkVocabulary", .yams),
        layer("IlkTraining", in: "Learning", "IlkModels", "IlkText", "IlkVocabulary"),
        layer("IlkPipeline", in: "Core", "IlkDefaults", "IlkModels", "IlkRules", "IlkText", "IlkVocabulary"),
        layer("IlkSyncStore", in: "Sync", "IlkStore", "IlkSync", "IlkVocabulary", .grdb),
        // Layer 6
        layer(
            "IlkLearning", in: "Learning", "IlkFiles", "IlkFraming", "IlkModels", "IlkPipeline", "IlkRules",
            "IlkRuleTools", "IlkText", "IlkTraining", "IlkVocabulary"),
        // Layer 7
        layer(
            "IlkTransport", in: "Sync", "CHTTP", "IlkDebug", "IlkLog", "IlkStore", "IlkSync", "IlkSyncStore",
            "IlkVocabulary"),
        layer(
            "Ilk", in: "Service", "IlkLog", "IlkFiles", "IlkFraming", "IlkLearning", "IlkModels",
            "IlkPipeline", "IlkRules", "IlkRuleTools", "IlkStore", "IlkText", "IlkTraining", "IlkVocabulary"),
        // Layer 8
        layer(
            "IlkCloudKit", in: "Sync", "CKey", "IlkStore", "IlkSync", "IlkSyncStore", "IlkTransport",
            "IlkVocabulary"),
        layer(
            "Monica", in: "Applications/Calls", "IlkCalls", "IlkStore", "IlkSync", "IlkSyncStore",
            "IlkTransport", "IlkVocabulary"),
        layer(
            "IlkServer", in: "Service", "Ilk", "IlkDebug", "IlkDebugStore", "IlkFraming", "IlkSync",
            "IlkSyncStore", "IlkVocabulary", .logging, .metrics, .server("HTTPTypes", "swift-http-types"),
            .server("Hummingbird", "hummingbird"), .server("HummingbirdCore", "hummingbird"),
            .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
            .server("ServiceLifecycle", "swift-service-lifecycle")),
        layer(
            "IlkVerdictConsole", in: "CommandLine", "Ilk", "IlkConsole", "IlkFiles", "IlkFraming",
            "IlkLearning", "IlkLog", "IlkModels", "IlkPipeline", "IlkRedaction", "IlkRules", "IlkRuleTools",
            "IlkSentences", "IlkStore", "IlkText", "IlkVocabulary", .argumentParser),
        // Layer 9
        layer(
            "IlkRulesCommand", in: "CommandLine", "Ilk", "IlkConsole", "IlkFiles", "IlkLearning", "IlkModels",
            "IlkPipeline", "IlkRules", "IlkRuleTools", "IlkStore", "IlkText", "IlkVerdictConsole",
            "IlkVocabulary", .argumentParser),
        layer(
            "IlkSyncCommand", in: "Sync", "Ilk", "IlkConsole", "IlkFiles", "IlkLog", "IlkStore", "IlkSync",
            "IlkSyncStore", "IlkTransport", "IlkVerdictConsole", "IlkVocabulary", .argumentParser,
            .byName(name: "IlkCloudKit", condition: .when(traits: ["CloudKit"]))),
        layer(
            "IlkDebugCommand", in: "Applications/Debug", "Ilk", "IlkConsole", "IlkDebug", "IlkDebugStore",
            "IlkFiles", "IlkPipeline", "IlkStore", "IlkVerdictConsole", "IlkVocabulary", .argumentParser),
        layer(
            "IlkMailCommand", in: "Applications/Mail", "Ilk", "IlkConsole", "IlkMail", "IlkPipeline",
            "IlkRules", "IlkStore", "IlkVocabulary", "IlkFiles", "IlkVerdictConsole", .argumentParser),
        // Layer 10
        layer(
            "IlkCommand", in: "CommandLine", "CThreads", "Ilk", "IlkConsole", "IlkFiles", "IlkFraming",
            "IlkLearning", "IlkLog", "IlkModels", "IlkPipeline", "IlkRedaction", "IlkRules",
            "IlkRulesCommand", "IlkStore", "IlkText", "IlkTraining", "IlkVerdictConsole",
            "IlkVocabulary", .argumentParser),
        layer(
            "IlkCallsCommand", in: "Applications/Calls", "CReport", "Ilk", "IlkCalls", "IlkConsole",
            "IlkFiles", "IlkFraming", "IlkPipeline", "IlkRules", "IlkStore", "IlkSyncCommand", "IlkTransport",
            "IlkVerdictConsole", "IlkVocabulary", "Monica", .argumentParser),
        layer(
            "IlkUsageCommand", in: "Applications/Usage", "Ilk", "IlkConsole", "IlkFraming", "IlkPipeline",
            "IlkRules", "IlkStore", "IlkSyncCommand", "IlkUsage", "IlkVocabulary", "IlkFiles",
            "IlkVerdictConsole", .argumentParser),
        // Layer 11
        layer(
            "IlkServeCommand", in: "Service", "Ilk", "IlkCalls", "IlkConsole", "IlkCommand", "IlkDebug",
            "IlkDebugCommand", "IlkDebugStore", "IlkLog", "IlkServer", "IlkRedaction", "IlkStore", "IlkUsage",
            "IlkSyncStore", "IlkVocabulary", "IlkFiles", "IlkVerdictConsole", .argumentParser),
        program("IlkCoreProgram", in: "Sources/CommandLine", "IlkCommand"),
        // Layer 12
        program(
            "IlkProgram", in: "Sources/CommandLine", "Ilk", "IlkCalls", "IlkCallsCommand", "IlkCommand",
            "IlkConsole", "IlkDebugCommand", "IlkDebugStore", "IlkLearning", "IlkMail", "IlkMailCommand",
            "IlkModels", "IlkServeCommand", "IlkStore", "IlkSyncCommand", "IlkSyncStore", "IlkUsage",
            "IlkUsageCommand", "IlkVocabulary", "IlkFiles", "IlkVerdictConsole", .argumentParser),
        // Programs that create shipped files. They belong to no product.
        program("FormalityFit", in: "Tools", "IlkText"),
        // Tests
        tests(
            "RepositoryTests", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkRuleTools",
            "IlkText", "IlkTraining", "IlkVocabulary", exclude: ["exceptions.json"]),
        support("TestSupport", "CGzip"),
        tests(
            "IlkRulesTests", "CICU", "IlkRules", "IlkRuleTools", "IlkText", "IlkVocabulary",
            "RuleTestSupport", "TestSupport"),
        tests(
            "IlkRuleToolsTests", "IlkRules", "IlkRuleTools", "IlkText", "IlkVocabulary", "RuleTestSupport",
            "TestSupport", .yams, exclude: ["Goldens"]),
        // Packs, layers and shipped rules for tests of rules.
        support("RuleTestSupport", "IlkRules", "IlkRuleTools", "IlkText", "IlkVocabulary"),
        tests(
            "IlkLearningTests", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkRuleTools",
            "IlkFraming", "IlkText", "IlkTraining", "IlkVocabulary", "ModelTestSupport", "TestSupport"),
        // Small models trained on generated texts.
        support("ModelTestSupport", "IlkLearning", "IlkModels", "IlkText", "IlkTraining", "IlkVocabulary"),
        tests(
            "IlkModelsTests", "IlkLearning", "IlkModels", "IlkText", "IlkTraining", "IlkVocabulary",
            "ModelTestSupport", "TestSupport"),
        tests("IlkFramingTests", "IlkFraming", "TestSupport"),
        tests(
            "IlkCommandTests", "Ilk", "IlkCallsCommand", "IlkCommand", "IlkConsole", "IlkDebugCommand",
            "IlkFraming", "IlkLearning", "IlkLog", "IlkModels", "IlkProgram", "IlkRulesCommand", "IlkStore",
            "IlkUsageCommand", "IlkVerdictConsole", "IlkVocabulary", "TestSupport", .argumentParser),
        tests("IlkFilesTests", "IlkFiles", "StoreTestSupport"),
        tests(
            "EndToEndTests", "DebugTestSupport", "IlkProgram", "IlkDebug", "IlkCalls", "IlkDebugStore",
            "IlkLog", "IlkMail", "IlkStore", "IlkTransport", "IlkVocabulary", "StoreTestSupport",
            "TestSupport"),
        tests(
            "IlkTests", "Ilk", "IlkCallsCommand", "IlkCalls", "IlkLog", "IlkFraming", "IlkLearning",
            "IlkModels", "IlkPipeline", "IlkRules", "IlkRuleTools", "IlkStore", "IlkVocabulary", "IlkFiles",
            "IlkText", "LearningTestSupport", "RetrainProof", "StoreTestSupport", "TestSupport"),
        // Training texts, and retraining during classification.
        support(
            "LearningTestSupport", "Ilk", "IlkLearning", "IlkLog", "IlkPipeline", "IlkStore", "IlkVocabulary",
            "IlkFiles", "StoreTestSupport", "TestSupport"),
        program("RetrainProof", "Ilk", "LearningTestSupport"),
        // Devices, a hub and a network that are controlled by a seed, with injected faults.
        support("SyncSimulation", "IlkSync", "Monica", "TestSupport"),
        program("SyncProof", "CloudKitSimulation", "SyncSimulation"),
        // The simulation with CloudKit: all code between the engine and the web service.
        support(
            "CloudKitSimulation", "IlkCloudKit", "IlkStore", "IlkSync", "IlkSyncStore", "IlkTransport",
            "SyncSimulation", "TestSupport"),
        tests("IlkSyncTests", "IlkSync", "IlkVocabulary", "SyncSimulation", "TestSupport"),
        // A common contract test for all transports to a hub.
        support("SyncTestSupport", "IlkStore", "IlkSync", "IlkSyncStore", "IlkTransport", "StoreTestSupport"),
        tests(
            "IlkSyncStoreTests", "IlkStore", "IlkSync", "IlkSyncStore", "StoreTestSupport", "SyncSimulation",
            "SyncTestSupport", "TestSupport"),
        tests(
            "IlkTransportTests", "DebugTestSupport", "IlkDebug", "IlkLog", "IlkUsage", "IlkStore", "IlkSync",
            "IlkSyncStore", "IlkTransport", "IlkVocabulary", "StoreTestSupport", "SyncSimulation",
            "SyncTestSupport", "TestSupport"),
        tests(
            "IlkCloudKitTests", "CloudKitSimulation", "IlkCloudKit", "IlkStore", "IlkSync", "IlkSyncStore",
            "IlkTransport", "IlkVocabulary", "StoreTestSupport", "SyncTestSupport", "TestSupport"),
        tests(
            "MonicaTests", "IlkCalls", "IlkStore", "IlkSync", "IlkSyncStore", "IlkTransport", "IlkVocabulary",
            "Monica", "StoreTestSupport", "SyncSimulation", "SyncTestSupport", "TestSupport"),
        tests(
            "IlkServerTests", "DebugTestSupport", "Ilk", "IlkDebug", "IlkDebugStore", "IlkUsage",
            "IlkServer", "IlkStore", "IlkSync", "IlkSyncStore", "IlkTransport", "IlkVocabulary", "IlkFiles",
            "StoreTestSupport", "SyncTestSupport", "TestSupport",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio")),
        // Checks that every input grammar is read in linear time, by repeating its tokens.
        tests(
            "GrowthTests", "CGzip", "IlkConsole", "IlkCallsCommand", "IlkDebugCommand", "IlkSentences",
            "IlkUsageCommand", "IlkCommand", "IlkDebug", "IlkCalls", "IlkDebugStore", "IlkLog", "IlkMail",
            "IlkFraming", "IlkPipeline", "IlkRedaction", "IlkRules", "IlkRuleTools", "IlkStore", "IlkText",
            "IlkVocabulary", "IlkLearning", "IlkVerdictConsole", "TestSupport", .grdb),
        tests("IlkVocabularyTests", "IlkVocabulary"),
        // A controlled clock, servers with controlled failures, and millions of events through them.
        support("DebugTestSupport", "IlkDebug", "IlkDebugStore", "IlkStore", "IlkVocabulary", "TestSupport"),
        program("DebugProof", "DebugTestSupport", "IlkDebug", "IlkDebugStore", "IlkStore", "IlkTransport"),
        tests(
            "IlkDebugTests", "DebugTestSupport", "IlkDebug", "IlkRedaction", "IlkVocabulary",
            "StoreTestSupport", "TestSupport", .logging),
        tests(
            "IlkTextTests", "LanguageModelBuilder", "AllocationCounter", "CICU", "IlkText", "IlkVocabulary",
            "SegmentationOracle", "TestSupport"),
        tests("IlkSentencesTests", "AllocationCounter", "IlkSentences", "IlkVocabulary", "TestSupport"),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        // References for the segmenter: plain ICU, texts at block boundaries, injected faults.
        support("SegmentationOracle", "CICU", "IlkText", "IlkVocabulary", "TestSupport"),
        program("SegmentationProof", "AllocationCounter", "IlkText", "SegmentationOracle"),
        program(
            "LanguageModelBuilder", in: "Tools", "IlkFraming", "IlkText", "IlkVocabulary",
            exclude: ["collect.py", "peers.py"]),
        // SQLite from plain C, the upper limit for the journal's insert rate.
        .target(name: "RawInsert", path: "Tests/RawInsert", linkerSettings: [.linkedLibrary("sqlite3")]),
        // A library for LD_PRELOAD with failing system calls and wrong clocks.
        .target(name: "FaultyCalls", path: "Tests/FaultyCalls"),
        // A VFS for SQLite with controlled failures.
        .target(name: "FaultyDisk", path: "Tests/FaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        support("StoreTestSupport", "IlkCalls", "IlkStore", "IlkVocabulary", "TestSupport", .grdb),
        // Random operations on a mail store, and messages of all types, including malformed ones.
        support("MailTestSupport", "IlkMail", "IlkStore", "TestSupport"),
        // Compiles our declarations of GMime, libxml2, Pango and cairo together with their headers.
        .target(
            name: "LibraryCheck",
            dependencies: [
                .byName(name: "SystemGMime", condition: .when(traits: ["Mail"])),
                .byName(name: "SystemXML", condition: .when(traits: ["Mail"])),
                .byName(name: "SystemPango", condition: .when(traits: ["Reports"])),
            ],
            path: "Tests/LibraryCheck"),
        // Counts after a million operations, a comparison with GMime, and fuzzing targets for libFuzzer.
        .target(
            name: "GMimeBaseline",
            dependencies: [
                .byName(name: "CGMime", condition: .when(traits: ["Mail"])),
                .byName(name: "SystemGMime", condition: .when(traits: ["Mail"])),
            ],
            path: "Tests/GMimeBaseline", cSettings: [.define("ILK_MAIL", .when(traits: ["Mail"]))],
            linkerSettings: [.linkedLibrary("sqlite3")]),
        program(
            "MailProof", "GMimeBaseline", "IlkMail", "IlkStore", "MailTestSupport", "TestSupport",
            exclude: ["Corpus"]),
        // The second process in tests of stores.
        program(
            "StoreProbe", "FaultyDisk", "IlkLog", "IlkMail", "IlkUsage", "IlkStore", "IlkVocabulary",
            "RawInsert", "TestSupport", .grdb, .logging),
        tests(
            "IlkStoreTests", "IlkStore", "IlkVocabulary", "StoreProbe", "StoreTestSupport", "TestSupport",
            .grdb, .inMemoryLogging, .logging, .metricsTestKit, .metrics),
        tests(
            "RecordStoreTests", "DebugTestSupport", "IlkDebug", "IlkCalls", "IlkDebugStore", "IlkLog",
            "IlkMail", "IlkUsage", "IlkFraming", "IlkRedaction", "IlkStore", "IlkVocabulary", "StoreProbe",
            "MailTestSupport", "StoreTestSupport", "TestSupport", .grdb, .inMemoryLogging, .logging),
    ]
)
