import Foundation
import TestSupport

/// A run of the tool that is spoken with while it goes on.
final class Conversation {
    private let process = Process()
    private let asking = Pipe()
    private let hearing = Pipe()
    private let complaining = Pipe()

    /// Starts the tool on a user's machine.
    ///
    /// - Parameter isHeard: Whether what it writes is listened to; else it goes nowhere.
    init(_ tool: Tool, _ arguments: [String], isHeard: Bool = true) throws {
        process.executableURL = tool.executable
        process.arguments = arguments
        process.environment = tool.environment
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

    /// Sends text, without ending the input.
    func say(_ text: String) throws {
        try asking.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits until the tool has written a whole line, and returns it.
    func hear() -> String { line(from: hearing) }

    /// Waits until the tool has written a whole line to standard error, and returns it.
    func hearComplaint() -> String { line(from: complaining) }

    private func line(from pipe: Pipe) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.last != 0x0A, read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// The most memory that the run has taken so far, in KiB, as the system counts it.
    func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    /// Ends the input.
    func endInput() throws {
        try asking.fileHandleForWriting.close()
    }

    /// Waits for the end.
    ///
    /// - Returns: The status, what was written after what was heard, and what went to standard error.
    func end() throws -> (status: Int32, rest: String, errors: String) {
        // The ends that are the tool's were closed here when it started; of a pipe that it never had they were not.
        try? hearing.fileHandleForWriting.close()  // Closed already.
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
