import IlkConsole
import FoundationEssentials
import IlkLog

/// An entry of the log on a line of its own, where no table is known of: as it comes.
struct LogLine {
    /// How it looks.
    let style: Style
    /// How many columns of the terminal it may take.
    let columns: Int

    /// The line.
    func text(_ entry: ClassificationLogEntry) -> String {
        let time = entry.log.timestamp.formatted(.iso8601).dropFirst(11)
        let category = LogTable.category(entry)
        let padding = String(repeating: " ", count: max(0, 9 - DisplayWidth.of(category)))
        let taken = DisplayWidth.of("\(entry.shortID)  \(time)  \(category)\(padding)  ")
        let room = max(8, columns - taken)
        let text = VisibleText.oneLine(VisibleText.beginning(of: entry.log.text, columns: columns))
        return "\(style.paint(entry.shortID, .faint))  \(style.paint(String(time), .faint))  "
            + "\(style.paint(category, .strong))\(padding)  \(DisplayWidth.truncated(text, to: room))\n"
    }
}
