import IlkStore
import ArgumentParser
import IlkCalls
import IlkConsole
import IlkVocabulary

struct CallsConflictsCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "conflicts",
        abstract: "List calls that were changed both on this device and on the server.",
        discussion: """
            Shows both versions of each call side by side. The sync has chosen a version automatically (the \
            winner). To choose another version, run: ilk calls resolve
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "List the conflicts": "ilk calls conflicts",
        ])

    @Flag(help: "Include resolved conflicts.")
    var all = false

    @OptionGroup var shown: ShownOptions<CallsApplication, OutputFormat>

    func run(on open: OpenCallStore) async throws {
        try await open.show(try await open.store.conflicts(includesResolved: all), as: format)
    }
}

extension OpenCallStore {
    func show(_ conflicts: [CallConflict], as format: OutputFormat) async throws {
        let names = try await store.contactNames()
        try console.write(
            records: conflicts.map { $0.fields(contacts: names) }, as: format, empty: "No conflicts."
        ) {
            conflicts.map { text($0, names) }.joined()
        }
    }

    private func text(_ conflict: CallConflict, _ names: [Int32: String]) -> String {
        let won =
            conflict.resolution.map { "resolved: \($0.rawValue)" } ?? "winner: \(conflict.winner.rawValue)"
        var table = Table([
            .init("", tone: .faint), .init("local", minWidth: 12), .init("server", minWidth: 12),
        ])
        func row(_ title: String, _ value: (CallVersion) -> String) {
            let values = [value(conflict.local), value(conflict.server)]
            table.add([(values[0] == values[1] ? "" : "* ") + title] + values)
        }
        row("contact") { names[$0.contactId] ?? "#\($0.contactId)" }
        row("time") { timeline.text($0.calledAt, now: now) }
        row("length") { $0.duration > 0 ? CallDuration.text(Int($0.duration)) : "-" }
        row("emotion") { $0.emotionalState ?? "-" }
        row("deleted") { $0.isDeleted ? "yes" : "no" }
        row("notes") { $0.notes ?? "-" }
        row("changed") { timeline.text($0.updatedAt, now: now) }
        return console.style.paint("\(conflict.shortID), \(won)", .strong) + "\n" + console.text(table) + "\n"
    }
}
