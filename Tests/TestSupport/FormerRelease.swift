import CGzip
public import Foundation

/// The files in `Tests/Fixtures` that an earlier program wrote. Its readme names the commands.
public enum FormerRelease {
    /// The folder of the files that the program of commit 2bbc3b2 wrote.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/0.1.0-2bbc3b2")

    /// Returns the contents of a file.
    ///
    /// - Parameter path: The path in ``folder``.
    /// - Throws: Errors of the file system.
    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }

    /// Writes the unpacked contents of a file with the extension `gz`.
    ///
    /// - Parameters:
    ///   - path: The path in ``folder``, without the extension.
    ///   - target: The path of the new file. Its folder must exist.
    /// - Throws: Errors of the file system, or `CocoaError` if the file is not valid gzip.
    public static func unpack(_ path: String, to target: String) throws {
        let packed = try bytes(path + ".gz")
        var (unpacked, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        let outcome = packed.withUnsafeBufferPointer {
            ilk_gzip_unpack($0.baseAddress, $0.count, 1 << 20, &unpacked, &count)
        }
        defer { ilk_gzip_free(unpacked) }
        guard outcome == ilk_gzip_whole else { throw CocoaError(.fileReadCorruptFile) }
        try Data(UnsafeBufferPointer(start: unpacked, count: count)).write(to: URL(filePath: target))
    }
}
