import Foundation
import TestSupport

/// The test executable `StoreProbe`, or another executable, as a separate process.
public final class Probe {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer = Data()

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the executable.
    ///   - before: A command and its arguments that run the executable, such as `/usr/bin/unshare -U`.
    ///   - name: The name of the executable.
    public init(_ arguments: [String], before: [String] = [], name: String = "StoreProbe") throws {
        let found = try BuiltTool.find(name)
        let words = before + [found.path] + arguments
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// The process id.
    public var processID: Int32 { process.processIdentifier }

    /// Returns the next line of output, or `nil` at its end.
    public func line() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = Data(buffer[buffer.index(after: end)...]) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            buffer += more
        }
    }

    /// Closes the input, and returns the remaining output and the exit status.
    public func finish() throws -> (lines: [String], status: Int32) {
        try input.fileHandleForWriting.close()
        var lines: [String] = []
        while let line = try line() { lines.append(line) }
        process.waitUntilExit()
        return (lines, process.terminationStatus)
    }

    /// Kills the process.
    public func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
