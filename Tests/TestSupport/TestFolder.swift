public import Foundation

/// A folder for one test, gone with its owner.
public final class TestFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Makes a folder whose name begins so.
    public init(_ name: String) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)  // Else the system tidies up.
    }
}
