import Foundation
import TestSupport

/// An interactive run of the tool.
final class InteractiveRun {
    private let process = Process()
    private let asking = Pipe()
    private let hearing = Pipe()
    private let complaining = Pipe()

    /// Starts the tool.
    ///
    /// - Parameters:
    ///   - tool: The tool with its user environment.
    ///   - arguments: The arguments.
    ///   - isHeard: `true` to read its output, `false` to discard it.
    ///   - variables: Additional environment variables.
    init(
        _ tool: Tool, _ arguments: [String], isHeard: Bool = true, variables: [String: String] = [:]
    ) throws {
        process.executableURL = tool.executable
        process.arguments = arguments
        process.environment = tool.environment.merging(variables) { $1 }
        process.currentDirectoryURL = tool.folder
        process.standardInput = asking
        if isHeard {
            process.standardOutput = hearing
        } else {
            process.standardOutput = FileHandle.nullDevice
        }
        process.standardError = complaining
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Sends text without ending the input.
    func say(_ text: String) throws {
        try asking.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits for a whole line of standard output and returns it.
    func hear() -> String { line(from: hearing) }

    /// Waits for a whole line of standard error and returns it.
    func hearComplaint() -> String { line(from: complaining) }

    private func line(from pipe: Pipe) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.last != 0x0A, read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Returns the peak memory of the process in KiB, as reported by the system.
    func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    func endInput() throws {
        try asking.fileHandleForWriting.close()
    }

    /// Waits for the end.
    ///
    /// - Returns: The status, the output that was not read before, and the content of standard error.
    func end() throws -> (status: Int32, rest: String, errors: String) {
        // The process's ends were closed here at its start, except those of a pipe that it did not get.
        try? hearing.fileHandleForWriting.close()  // It may be closed already.
        let rest = try hearing.fileHandleForReading.readToEnd() ?? Data()
        let errors = try complaining.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let wasKilled = process.terminationReason == .uncaughtSignal
        return (
            process.terminationStatus + (wasKilled ? 1000 : 0), String(decoding: rest, as: UTF8.self),
            String(decoding: errors, as: UTF8.self)
        )
    }
}
