import Foundation
import TestSupport

/// A run of the tool on a terminal. Standard input, output and error are one pseudoterminal.
final class TerminalRun {
    /// The error if no pseudoterminal can be created.
    struct NoTerminal: Error {}

    private let process = Process()
    private let master: FileHandle
    private var shown: [UInt8] = []
    /// Called about ten times a second while the tool shows nothing.
    var whileWaiting: (TerminalRun) -> Void = { _ in }

    /// Starts a shell command on a terminal.
    init(_ tool: Tool, _ line: String) throws {
        var (own, other): (Int32, Int32) = (-1, -1)
        guard openpty(&own, &other, nil, nil, nil) == 0 else { throw NoTerminal() }
        // The tool must not inherit the other end of the terminal.
        _ = fcntl(own, F_SETFD, FD_CLOEXEC)
        master = FileHandle(fileDescriptor: own, closeOnDealloc: true)
        let terminal = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        process.executableURL = URL(filePath: "/bin/sh")
        // The shell is replaced by the tool, so that a signal to the process reaches the tool.
        process.arguments = ["-c", "exec \(line)"]
        process.environment = tool.environment
        process.currentDirectoryURL = tool.folder
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits until the tool shows a text. Returns `false` if it ends before that.
    func waitFor(_ text: String) -> Bool {
        while !String(decoding: shown, as: UTF8.self).contains(text) {
            guard readSome() else { return false }
        }
        return true
    }

    /// Types text. `\u{4}` at the start of a line ends the input.
    func type(_ text: String) throws { try master.write(contentsOf: Data(text.utf8)) }

    /// `true` if the terminal shows what is typed.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(master.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or 1,000 plus the signal number after a signal, and all output.
    func end() -> (status: Int32, shown: String) {
        while readSome() {}
        process.waitUntilExit()
        let wasKilled = process.terminationReason == .uncaughtSignal
        return (process.terminationStatus + (wasKilled ? 1000 : 0), String(decoding: shown, as: UTF8.self))
    }

    /// Reads further output. Returns `false` at the end of the run.
    private func readSome() -> Bool {
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            var watched = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 100) > 0 else {
                if process.isRunning {
                    whileWaiting(self)
                    continue
                }
                return false
            }
            let count = read(master.fileDescriptor, &block, block.count)
            // A terminal without open processes reports an input error.
            guard count > 0 else { return false }
            shown += block[..<count]
            return true
        }
    }
}
