@testable import IlkConsole

extension Console {
    /// Returns a console that discards messages and shows no progress.
    static func silent(
        output: OutputWriter = .standardOutput(), environment: [String: String] = [:],
        style: Style = Style(isColored: false), columns: Int = 80
    ) -> Console {
        Console(
            output: output, stop: StopFlag(), environment: environment, style: style, columns: columns,
            room: columns, showsProgress: false, isQuiet: true, writeMessage: { _ in })
    }
}
