import IlkConsole
import IlkCalls
import IlkStore

/// Calls under the titles of their days.
struct CallDays {
    /// The calls as their commands have them.
    let book: CallBook

    /// Shows them.
    func show(_ calls: [CallLogEntity]) async throws {
        guard !calls.isEmpty else {
            return book.console.note("no calls yet: ilk calls add 'Sarah' 20m happy")
        }
        let names = try await book.storage.contactNames()
        for (place, group) in book.timeline.groups(calls, now: book.now, by: \.calledAt).enumerated() {
            let title = book.timeline.title(group.section, now: book.now)
            let isOneDay = group.section == .today || group.section == .yesterday
            let table = CallTable(book: book, names: names, saysDays: !isOneDay)
            book.console.output.append(
                (place > 0 ? "\n" : "") + book.console.style.paint(title, .strong) + "\n"
                    + table.text(group.records))
        }
    }
}
