@testable import IlkConsole

extension Console {
    /// A console that shows nothing of what it is told, and no progress.
    static func silent(
        output: OutputWriter = .standardOutput(), environment: [String: String] = [:],
        style: Style = Style(isColoured: false), columns: Int = 80
    ) -> Console {
        Console(
            output: output, stop: StopFlag(), environment: environment, style: style, columns: columns,
            room: columns, showsProgress: false, isQuiet: true, tell: { _ in })
    }
}
