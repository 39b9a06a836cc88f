public import Foundation

/// The built `ilk` in the folder of the test bundle.
public enum BuiltTool {
    /// The error if the tool is not in this folder.
    public struct NotBuilt: Error {}

    /// Returns the path of the tool.
    ///
    /// - Throws: ``NotBuilt``.
    public static func find() throws -> URL {
        let beside =
            Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
            + [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
        let found = beside.map { $0.appending(path: "ilk") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else { throw NotBuilt() }
        return found
    }
}
