import Foundation
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

extension OpenCallStore {
    /// Shows calls as a table or as structured output.
    ///
    /// - Parameter query: The search query. Its matches in the notes are marked.
    func show(_ calls: [CallLogEntity], wanted query: FullTextQuery?, as format: OutputFormat) async throws {
        let names = try await store.contactNames()
        let tags = format == .text ? [:] : try await store.tags(of: calls.map(\.key))
        try console.write(
            records: calls.map { call in
                var output = call.fields(contact: names[call.contactId] ?? "")
                output["tags"] = tags[call.key].flatMap { $0.isEmpty ? nil : $0 }
                return output
            }, as: format
        ) {
            CallTable(open: self, names: names, query: query).text(calls)
        }
    }

    /// Shows calls grouped by day.
    ///
    /// - Parameter isFiltered: `true` if the calls are only a selection of all calls.
    func showDays(of calls: [CallLogEntity], isFiltered: Bool) async throws {
        guard !calls.isEmpty else {
            let text = isFiltered ? nil : CallsApplication.emptyText
            return console.note(text ?? "No matching calls.")
        }
        let names = try await store.contactNames()
        for (place, group) in timeline.groups(calls, now: now, by: \.calledAt).enumerated() {
            let title = timeline.title(group.section, now: now)
            let isOneDay = group.section == .today || group.section == .yesterday
            let table = CallTable(open: self, names: names, showsDays: !isOneDay)
            console.output.append(
                (place > 0 ? "\n" : "") + console.style.paint(title, .strong) + "\n"
                    + table.text(group.records))
        }
    }
}

extension OpenCallStore {
    /// Shows all fields of one call.
    func showCall(_ reference: String, as format: OutputFormat) async throws {
        let call = try await store.fetchCallLog(CallsApplication.reference(reference))
        let details = try await store.details(of: call)
        try console.write(one: details.fields, as: format) {
            var rows = [
                ("id", call.key.description), ("contact", details.contact),
                ("time", timeline.text(call.calledAt, now: now)),
                ("length", call.duration > 0 ? CallDuration.text(Int(call.duration)) : "-"),
                ("emotion", call.emotion.map { "\($0.emoji) \($0.displayName)" } ?? "-"),
            ]
            if let suggestion = details.suggestion {
                rows.append(("suggested", suggestion.phrase))
                rows += suggestion.evidence.map { ("", $0) }
            }
            rows += details.corrections.map { ("corrected", $0.phrase) }
            if !details.tags.isEmpty { rows.append(("tags", details.tags.joined(separator: ", "))) }
            rows += details.attachments.map { ("attached", $0) }
            let number = call.id == 0 ? "" : ", number \(call.id)"
            rows.append(("sync", "\(call.syncStatus.badge) \(call.syncStatus.rawValue)\(number)"))
            if let error = call.syncError { rows.append(("", error)) }
            if let attempt = call.lastSyncAttempt {
                rows.append(("attempt", timeline.text(attempt, now: now)))
            }
            let lines = rows.map { title, value in
                console.style.paint(title.padding(toLength: 11, withPad: " ", startingAt: 0), .faint)
                    + VisibleText.oneLine(value) + "\n"
            }
            return lines.joined() + (call.notes.map { "\n" + VisibleText.lines($0) + "\n" } ?? "")
        }
    }
}

extension CallSuggestedEmotion {
    /// The suggestion as text: emoji, name and probability.
    var phrase: String {
        "\(label.emoji) \(label.displayName) (\(DecimalText.fixed(probability, 2)))"
    }
}

struct CallTable {
    let open: OpenCallStore
    let names: [Int32: String]
    /// The search query. Its matches in the notes are marked.
    var query: FullTextQuery?
    /// `false` if a heading already shows the day.
    var showsDays = true

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
        let room = max(8, open.console.columns - taken)
        var table = Table([
            .init("id", tone: .faint), .init("time", dispensability: 3),
            .init("contact", minWidth: 6, tone: .strong),
            .init("length", .right, dispensability: 2), .init("", dispensability: 1),
            .init("", tone: .faint, dispensability: 4), .init("notes", maxWidth: room, minWidth: 8),
        ])
        for (row, call) in zip(cells, calls) { table.add(row + [shown(call, room)]) }
        return table.rendered(open.console.style, within: open.console.columns)
    }

    private func when(_ call: CallLogEntity) -> String {
        showsDays
            ? open.timeline.text(call.calledAt, now: open.now) : open.timeline.time(call.calledAt)
    }

    private func shown(_ call: CallLogEntity, _ room: Int) -> String {
        guard let notes = call.notes else { return "" }
        guard let query else { return VisibleText.beginning(of: notes, columns: room) }
        return CallHighlight(notes, query).snippet(length: max(8, room - 4), begin: "[", end: "]")
    }
}
