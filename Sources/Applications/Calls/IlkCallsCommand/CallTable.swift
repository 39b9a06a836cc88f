import IlkConsole
import IlkRules
import Foundation
import IlkCalls
import IlkStore
import IlkVocabulary

/// Calls as people read them: a line each.
struct CallTable {
    /// The calls as their commands have them.
    let book: CallBook
    /// The names of the contacts.
    let names: [Int32: String]
    /// What was looked for, to be shown where it is.
    var query: WordQuery?
    /// Whether days are said: not where a title says them.
    var saysDays = true

    /// The lines.
    func text(_ calls: [CallLogEntity]) -> String {
        let cells = calls.map { call in
            [
                call.shortID, when(call), names[call.contactId] ?? "#\(call.contactId)",
                call.duration > 0 ? CallDuration.text(Int(call.duration)) : "", call.emotion?.emoji ?? "",
                call.syncStatus.badge,
            ]
        }
        let titles = ["id", "time", "contact", "length", "", ""]
        let taken = titles.indices.reduce(0) { sum, column in
            sum + 2 + (cells.map { DisplayWidth.of($0[column]) } + [titles[column].count]).reduce(0, max)
        }
        let room = max(8, book.console.columns - taken)
        var table = Table([
            .init("id", tone: .faint), .init("time", dispensability: 3),
            .init("contact", minWidth: 6, tone: .strong),
            .init("length", .right, dispensability: 2), .init("", dispensability: 1),
            .init("", tone: .faint, dispensability: 4), .init("notes", maxWidth: room, minWidth: 8),
        ])
        for (row, call) in zip(cells, calls) { table.add(row + [shown(call, room)]) }
        return table.rendered(book.console.style, within: book.console.columns)
    }

    private func when(_ call: CallLogEntity) -> String {
        saysDays
            ? book.timeline.text(call.calledAt, now: book.now) : book.timeline.time(call.calledAt)
    }

    private func shown(_ call: CallLogEntity, _ room: Int) -> String {
        guard let notes = call.notes else { return "" }
        guard let query else { return VisibleText.beginning(of: notes, columns: room) }
        return CallHighlight(notes, query).snippet(length: max(8, room - 4), begin: "[", end: "]")
    }
}
