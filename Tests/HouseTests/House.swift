/// What all suites look at, read once.
enum House {
    /// The Swift files of the project's own code.
    static let sources: Result<[SwiftSource], any Error> = Result {
        try Tree.swiftSources(under: ["Sources"])
    }
    /// All Swift files.
    static let everything: Result<[SwiftSource], any Error> = Result {
        try Tree.swiftSources(under: ["Sources", "Tests", "Tools", "Examples"])
            + [SwiftSource(path: "Package.swift", text: Tree.bytes("Package.swift"))]
    }
    static let table = Result { LayerTable(try Tree.text("ARCHITECTURE.md")) }
    static let manifest = Result { PackageManifest(try Tree.text("Package.swift")) }
}

/// Violations as lines, for the message of an expectation.
func told(_ violations: [String]) -> String { "\n" + violations.joined(separator: "\n") }
