import IlkConsole
import IlkRules
import Foundation
import IlkCalls
import IlkStore
import IlkVocabulary

/// Conflicts as people and programs read them.
struct CallConflicts {
    /// The calls as their commands have them.
    let book: CallBook
    /// How they are shown.
    let format: OutputFormat

    private struct Version: Encodable {
        var contact: String
        var calledAt: String
        var duration: Int32
        var emotionalState: String?
        var notes: String?
        var isDeleted: Bool
        var updatedAt: String
    }

    private struct Row: Encodable {
        var schema = "ilk.call.conflict/1"
        var id: String
        var call: String
        var local: Version
        var server: Version
        var winner: String
        var foundAt: String
        var resolution: String?
    }

    /// Shows them.
    func show(_ conflicts: [CallConflict]) async throws {
        let names = try await book.storage.contactNames()
        let rows = conflicts.map { conflict in
            Row(
                id: conflict.id.description, call: conflict.callKey.description,
                local: version(conflict.local, names), server: version(conflict.server, names),
                winner: conflict.winner.rawValue, foundAt: CallTime.text(conflict.foundAt),
                resolution: conflict.resolution?.rawValue)
        }
        switch format {
        case .json: try book.console.write(json: rows)
        case .ndjson: for row in rows { try book.console.write(json: row, isPretty: false) }
        case .text:
            if rows.isEmpty { book.console.note("no conflicts") }
            for conflict in conflicts { book.console.output.append(text(conflict, names)) }
        }
    }

    private func version(_ version: CallVersion, _ names: [Int32: String]) -> Version {
        Version(
            contact: names[version.contactId] ?? "#\(version.contactId)",
            calledAt: CallTime.text(version.calledAt), duration: version.duration,
            emotionalState: version.emotionalState, notes: version.notes, isDeleted: version.isDeleted,
            updatedAt: CallTime.text(version.updatedAt))
    }

    private func text(_ conflict: CallConflict, _ names: [Int32: String]) -> String {
        let won = conflict.resolution.map { "decided: \($0.rawValue)" } ?? "won: \(conflict.winner.rawValue)"
        var table = Table([
            .init("", tone: .faint), .init("local", minWidth: 12), .init("server", minWidth: 12),
        ])
        let (here, there) = (conflict.local, conflict.server)
        func row(_ title: String, _ value: (CallVersion) -> String) {
            let values = [value(here), value(there)]
            table.add([(values[0] == values[1] ? "" : "* ") + title] + values)
        }
        row("contact") { names[$0.contactId] ?? "#\($0.contactId)" }
        row("time") { book.timeline.text($0.calledAt, now: book.now) }
        row("length") { $0.duration > 0 ? CallDuration.text(Int($0.duration)) : "-" }
        row("emotion") { $0.emotionalState ?? "-" }
        row("deleted") { $0.isDeleted ? "yes" : "no" }
        row("notes") { $0.notes ?? "-" }
        row("changed") { book.timeline.text($0.updatedAt, now: book.now) }
        return book.console.style.paint("\(conflict.shortID), \(won)", .strong) + "\n"
            + table.rendered(book.console.style, within: book.console.columns) + "\n"
    }
}
