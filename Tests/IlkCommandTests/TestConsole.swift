@testable import IlkConsole

extension Console {
    /// A console that shows nothing of what it is told, and no progress.
    static func silent(style: Style = Style(isColoured: false), columns: Int = 80) -> Console {
        Console(
            output: .standardOutput(), stop: StopFlag(), environment: [:], style: style, columns: columns,
            room: columns, showsProgress: false, isQuiet: true, tell: { _ in })
    }
}
