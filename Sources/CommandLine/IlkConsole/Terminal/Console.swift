import Glibc
package import IlkFiles
import IlkVocabulary

/// The output of a command: data goes to the output stream, everything else to standard error.
///
/// The environment variables and the size of the terminal are read once, at creation. A test can therefore
/// run a command with other values.
package struct Console {
    /// The destination of data.
    package let output: OutputWriter
    /// The flag that stops the command.
    package let stop: StopFlag
    package let environment: [String: String]
    /// The style of data.
    package let style: Style
    /// The line width of running text in columns.
    package let columns: Int
    /// The maximum width of a table row or list entry in columns. It is ``columns`` on a terminal or if
    /// `COLUMNS` is set. Otherwise it is `Int.max`, so that no row is cut.
    package let room: Int
    /// `true` if progress is shown.
    package let showsProgress: Bool
    /// `true` if only errors are reported.
    package let isQuiet: Bool
    /// Writes messages.
    package let writeMessage: (String) -> Void

    /// The width of explanations in columns: ``room``, or 80 if ``room`` is unlimited.
    package var explanationWidth: Int { room == .max ? 80 : room }

    /// Returns the console of this process.
    package static func standard(_ display: DisplayOptions) -> Console {
        let environment = CommandEnvironment.current.environment
        let isTerminal = CommandEnvironment.isTerminal(\.output)
        let asked = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let columns = asked ?? terminalWidth()
        return Console(
            output: .standardOutput(), stop: CommandEnvironment.current.stop, environment: environment,
            style: Style(display.color, environment: environment, isTerminal: isTerminal),
            columns: columns, room: isTerminal || asked != nil ? columns : .max,
            showsProgress: StandardError.isTerminal && !display.quiet,
            isQuiet: display.quiet, writeMessage: StandardError.write)
    }

    /// The user's name from the environment or the system, or `nil` if it is unknown.
    package var userName: String? {
        for name in ["USER", "LOGNAME"] {
            if let value = environment[name], !value.isEmpty { return value }
        }
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }

    /// The folders of the user's files.
    package var folders: IlkFolders { IlkFolders(environment: environment) }

    /// Writes a one-line message, unless the console is quiet.
    package func note(_ line: String) {
        if !isQuiet { writeMessage("ilk: " + VisibleText.oneLine(line) + "\n") }
    }

    /// Throws if a stop was requested.
    package func checkStop() throws(CommandError) {
        if let request = stop.request { throw CommandError(request.status, "") }
    }

    package func write(json value: some Encodable, isPretty: Bool = true) throws {
        try output.append(json: value, isPretty: isPretty)
        try output.endRecord()
    }

    /// Returns the width of the terminal that is standard output or, if data goes to a pager, standard error.
    /// Returns 100 if neither is a terminal.
    private static func terminalWidth() -> Int {
        var size = winsize()
        for stream in [CommandEnvironment.current.output, CommandEnvironment.current.errors]
        where ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
            return Int(size.ws_col)
        }
        return 100
    }
}
