public import Foundation

/// A temporary folder that is removed with its object.
public final class Scratch: Sendable {
    /// The URL of the folder.
    public let folder: URL

    /// Creates the folder.
    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ilk-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // The system cleans up otherwise.
    }

    /// Returns the path of a file in the folder.
    ///
    /// - Parameter name: The name of the file.
    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Returns the contents of a file in the folder.
    ///
    /// - Parameter name: The name of the file.
    public func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
}
