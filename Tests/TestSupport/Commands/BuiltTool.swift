public import Foundation

/// The built executables in the folder of the test bundle.
public enum BuiltTool {
    /// The error if an executable is not in this folder.
    public struct NotBuilt: Error {}

    /// Returns the path of an executable.
    ///
    /// - Parameter name: The name of the executable.
    /// - Throws: ``NotBuilt``, and errors of reading the path of this process.
    public static func find(_ name: String = "ilk") throws -> URL {
        // Not from the argument of the process, which may be relative to a folder that this thread has left.
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside =
            Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
            + [URL(filePath: program).deletingLastPathComponent()]
        let found = beside.map { $0.appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else { throw NotBuilt() }
        return found
    }
}
