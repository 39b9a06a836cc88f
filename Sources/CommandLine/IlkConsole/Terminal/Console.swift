import Glibc
package import IlkFiles

/// What a command speaks through: data to the output, everything else to standard error.
///
/// The surroundings of the process (variables, terminals, signals) are looked at once, when it is made; so a command
/// can be run in a test with surroundings of the test's own.
package struct Console {
    /// Where data goes.
    package let output: OutputWriter
    /// What asks the command to stop.
    package let stop: StopFlag
    /// The variables.
    package let environment: [String: String]
    /// How data looks.
    package let style: Style
    /// How many columns flowing text for people may take: where lines are broken.
    package let columns: Int
    /// How many columns a row of a table, or an entry of a list, may take: as ``columns`` on a terminal; without bound
    /// where the output goes elsewhere, for nothing is to be cut there.
    package let room: Int
    /// Whether progress is drawn.
    package let showsProgress: Bool
    /// Whether only failures are told.
    package let isQuiet: Bool
    /// Where everything else goes.
    package let tell: (String) -> Void

    /// The console of this process.
    package static func standard(_ display: DisplayOptions) -> Console {
        let environment = Surroundings.current.environment
        let isTerminal = Surroundings.isTerminal(\.output)
        let asked = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let columns = asked ?? terminalWidth()
        return Console(
            output: .standardOutput(), stop: Surroundings.current.stop, environment: environment,
            style: Style(display.color, environment: environment, isTerminal: isTerminal),
            columns: columns, room: isTerminal || asked != nil ? columns : .max,
            showsProgress: StandardError.isTerminal && !display.quiet,
            isQuiet: display.quiet, tell: StandardError.write)
    }

    /// What this user is called: by the variables, else by the system; nil when nobody says.
    package var userName: String? {
        for name in ["USER", "LOGNAME"] {
            if let value = environment[name], !value.isEmpty { return value }
        }
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }

    /// Where this user's files are.
    package var folders: IlkFolders { IlkFolders(environment: environment) }

    /// Says something beside the data, one line, unless nothing is to be said.
    package func note(_ line: String) {
        if !isQuiet { tell("ilk: " + VisibleText.oneLine(line) + "\n") }
    }

    /// Ends the command when it has been asked to stop.
    package func checkStop() throws(CommandFailure) {
        if let request = stop.request { throw CommandFailure(request.status, "") }
    }

    /// Writes a value as JSON: over lines, or as one line.
    package func write(json value: some Encodable, isPretty: Bool = true) throws {
        try output.append(json: value, isPretty: isPretty)
        try output.endRecord()
    }

    /// The width of the terminal: that of messages where data goes elsewhere, as to a pager; else 100.
    private static func terminalWidth() -> Int {
        var size = winsize()
        for stream in [Surroundings.current.output, Surroundings.current.errors]
        where ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
            return Int(size.ws_col)
        }
        return 100
    }
}
