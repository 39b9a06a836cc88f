import Foundation

@testable import IlkCommand
@testable import IlkConsole

/// A pipe whose ends are closed at deinitialization, unless they were closed before.
final class PipePair {
    private(set) var reading: Int32
    private(set) var writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeReading()
        closeWriting()
    }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Writes a text that fits the pipe's buffer, so that the call does not block.
    func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
    }

    /// Reads the available bytes. Blocks until there are some, or until the writing end is closed.
    func read() -> String { Self.read(reading) }

    /// Reads from a descriptor, for use on another thread.
    static func read(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

/// A temporary folder, removed at deinitialization.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("ilk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // It may have been removed already.
    }

    func file(_ name: String, _ contents: String) throws -> String {
        let file = path + "/" + name
        try Data(contents.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}
