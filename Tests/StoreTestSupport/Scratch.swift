public import Foundation

/// A folder of a test's own, gone with it.
public final class Scratch: Sendable {
    /// The folder.
    public let folder: URL

    /// Makes it.
    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ilk-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // Else the system tidies up.
    }

    /// The path of a file in it.
    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// All bytes of a file in it.
    public func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
}
