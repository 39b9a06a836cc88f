import Glibc
import IlkFiles
import Synchronization

/// A terminal in raw mode: it delivers each key immediately and shows full screens.
///
/// ``leave()`` restores the terminal. The terminal is also restored if a signal that ``SignalWatch`` handles
/// ends the process.
package final class RawTerminal {
    /// The reason why a wait for input has ended.
    package enum Event: Hashable, Sendable {
        /// The user pressed keys.
        case input([UInt8])
        /// The size of the terminal changed, or the process was stopped and continued.
        case redraw
        /// The maximum time of the wait has passed.
        case pause
        /// A stop was requested, or the terminal is gone.
        case end
    }

    private let input: Int32
    private let output: Int32
    private let stop: StopFlag
    /// The terminal settings after ``enter()``, with which keys are delivered immediately.
    private var settings = termios()

    /// The settings to restore. They are global because signal handlers use them. They are written before
    /// `active` is set. Only the thread that has reset `active` to -1 reads them.
    private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    /// The descriptor of the terminal in raw mode, or -1 if there is none.
    private static let active = Atomic<Int32>(-1)
    private static let screen = Atomic<Int32>(STDOUT_FILENO)

    /// The sequence that enters the alternate screen, hides the cursor, and makes the terminal mark pasted
    /// text.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
    /// The sequence that reverses ``entering`` and resets colors.
    private static let leaving: StaticString = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

    /// Initializes the global values, because their initialization is not async-signal-safe.
    static func prepare() {
        _ = saved
        _ = active.load(ordering: .relaxed)
        _ = screen.load(ordering: .relaxed)
    }

    /// Opens the terminal of the command.
    ///
    /// - Parameters:
    ///   - console: The console of the command.
    ///   - hint: The hint for a command that has no terminal.
    /// - Throws: `usage` if standard input or output is not a terminal, or the terminal cannot move its
    ///   cursor.
    package init(_ console: Console, hint: String) throws(CommandError) {
        (input, output, stop) = (
            CommandEnvironment.current.input, CommandEnvironment.current.output, console.stop
        )
        for (descriptor, name) in [(input, "standard input"), (output, "standard output")]
        where isatty(descriptor) != 1 {
            throw CommandError(.usage, "\(name) is not a terminal", hint: hint)
        }
        if console.environment["TERM"] ?? "dumb" == "dumb" {
            throw CommandError(.usage, "the terminal cannot move its cursor (TERM=dumb)", hint: hint)
        }
    }

    deinit { leave() }

    /// The number of columns and rows, 80 and 24 if unknown.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Enters the alternate screen and delivers keys immediately. Signals of the keyboard (Ctrl-C, Ctrl-Z)
    /// still arrive, except SIGQUIT, because it would end the process without restoring the terminal.
    ///
    /// - Throws: `inputOutput` if the settings of the terminal cannot be changed.
    package func enter() throws(CommandError) {
        guard Self.active.load(ordering: .acquiring) < 0 else { return }
        guard tcgetattr(input, &settings) == 0 else { throw Self.failure }
        Self.saved.initialize(to: settings)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            (keys[Int(VMIN)], keys[Int(VTIME)], keys[Int(VQUIT)]) = (1, 0, 0)
        }
        SignalWatch.watchTerminal()
        Self.screen.store(output, ordering: .releasing)
        Self.active.store(input, ordering: .releasing)
        guard tcsetattr(input, TCSAFLUSH, &settings) == 0 else {
            leave()
            throw Self.failure
        }
        try write(Self.entering)
    }

    /// Restores the terminal. Does nothing if it is restored already.
    package func leave() {
        guard Self.active.load(ordering: .acquiring) >= 0 else { return }
        Self.restoreInHandler()
        SignalWatch.ignoreTerminal()
    }

    /// Restores the terminal, if a command changed it. Async-signal-safe: only atomic operations and system
    /// calls.
    static func restoreInHandler() {
        let descriptor = active.exchange(-1, ordering: .acquiringAndReleasing)
        guard descriptor >= 0 else { return }
        _ = tcsetattr(descriptor, TCSANOW, saved)
        _ = Glibc.write(
            screen.load(ordering: .acquiring), leaving.utf8Start, leaving.utf8CodeUnitCount)
    }

    /// Shows a screen.
    ///
    /// - Parameter lines: The lines, safe for a terminal and not wider than the terminal.
    /// - Throws: `inputOutput` if the terminal cannot be written.
    package func show(_ lines: [String]) throws(CommandError) {
        // Each line is erased before it is written, because after a full line the cursor is still on the last
        // character of the line.
        let screen = lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
        let rest = lines.count < size.rows ? "\r\n\u{1B}[J" : ""
        try write("\u{1B}[H" + screen + rest)
    }

    /// Waits for keys or a signal. Suspends the process if that was requested.
    ///
    /// - Parameter milliseconds: The maximum time, or `nil` for no limit.
    /// - Throws: `inputOutput` if the terminal cannot be read, written or changed.
    package func wait(atMost milliseconds: Int32? = nil) throws(CommandError) -> Event {
        while true {
            if stop.request != nil { return .end }
            if stop.suspension.consume() {
                leave()
                SignalWatch.suspend()
                try enter()
                return .redraw
            }
            if stop.redrawing.consume() {
                // The shell has set its own settings if the process was stopped by SIGSTOP.
                guard tcsetattr(input, TCSANOW, &settings) == 0 || errno == EINTR else { throw Self.failure }
                return .redraw
            }
            let wakers = [stop.wakeDescriptor, stop.redrawing.wakeDescriptor, stop.suspension.wakeDescriptor]
            var watched = ([input] + wakers).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
            if count == 0 { return .pause }
            guard count > 0 else {
                guard errno == EINTR else { throw Self.failure }
                continue
            }
            for flag in [stop.redrawing, stop.suspension] { flag.clear() }
            guard watched[0].revents != 0 else { continue }
            var block = [UInt8](repeating: 0, count: 1024)
            let length = read(input, &block, block.count)
            if length > 0 { return .input(Array(block[..<length])) }
            if length == 0 || errno == EIO { return .end }
            guard errno == EINTR || errno == EAGAIN else { throw Self.failure }
        }
    }

    private func write(_ text: String) throws(CommandError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var watched = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                _ = poll(&watched, 1, 100)
            } else if errno != EINTR {
                throw Self.failure
            }
        }
    }

    private static var failure: CommandError {
        CommandError(.inputOutput, "cannot use the terminal: \(SystemError.last.words)")
    }
}
