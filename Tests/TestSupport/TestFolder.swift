public import Foundation

/// A temporary folder for one test, removed at deinitialization.
public final class TestFolder: Sendable {
    /// The URL of the folder.
    public let url: URL

    /// Creates a folder.
    ///
    /// - Parameter name: The prefix of the folder's name.
    /// - Throws: Errors of the file system.
    public init(_ name: String) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)  // Otherwise the system removes it.
    }
}
