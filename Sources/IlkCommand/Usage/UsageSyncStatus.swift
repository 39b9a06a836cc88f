import FoundationEssentials
import IlkDomains
import IlkFraming
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
import IlkVocabulary

/// How it stands with the sync of the usage, without asking anybody.
struct UsageSyncStatus {
    /// The usage as its commands have it.
    let book: UsageBook
    /// How it is shown.
    let format: ResultFormat
    /// Where the replica is, or would be.
    let replicaPath: String

    /// Under which name the time of the last whole sync stands in a replica, in milliseconds since 1970.
    static let lastMark = "synced"

    private struct Row: Encodable {
        var schema = "ilk.usage.sync-status/1"
        var hub: String?
        var lastSync: String?
        var waiting = 0
        var refused = 0
        var lost = 0
    }

    private struct Lost: Encodable {
        var schema = "ilk.usage.lost/1"
        var kind: String
        var record: String
        var value: String
    }

    private func replica() throws -> ReplicaStore? {
        guard FileManager.default.fileExists(atPath: replicaPath) else { return nil }
        return try ReplicaStore.open(.file(replicaPath))
    }

    /// Shows with which hub, when last, and what waits.
    func show() async throws {
        var row = Row()
        if let replica = try replica() {
            row.hub = try await HubPlace.of(replica)?.address
            row.lastSync = try await replica.mark(Self.lastMark).flatMap { Int64($0) }.map {
                book.time(Date(timeIntervalSince1970: Double($0) / 1000)).description
            }
            let mark = try await replica.mark(DeviceSyncService.markName(of: book.store))
            let unknown = try await book.store.changeCount(after: mark)
            let known = try await replica.waiting()
            row.waiting = unknown + known.pending
            row.refused = known.rejected
            row.lost = try await replica.losers(limit: .max).count
            try replica.close()
        }
        guard format == .text else { return try book.console.write(json: row) }
        book.console.output.append(words(row))
    }

    private func words(_ row: Row) -> String {
        guard let hub = row.hub else {
            return "not synced with any hub yet: ilk usage sync --hub <url> --token-file <file>\n"
        }
        var lines = [
            "hub      \(hub)", "synced   \(row.lastSync ?? "never to the end")",
            "waiting  \(row.waiting == 0 ? "nothing" : DecimalText.counted(row.waiting, "change"))",
        ]
        if row.refused > 0 {
            lines.append("refused  \(DecimalText.counted(row.refused, "record")): too large")
        }
        if row.lost > 0 { lines.append("lost     \(DecimalText.counted(row.lost, "value")): --lost") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Shows the values that lost.
    func showLost() async throws {
        guard let replica = try replica() else { return book.console.note("nothing was synced yet") }
        let lost = try await replica.losers(limit: 10_000).map { loser -> Lost in
            let value = loser.lostValue
            return Lost(
                kind: String(loser.collection.drop { $0 != "." }.dropFirst()),
                record: value.map { String($0.key.recordID.description.suffix(8)) } ?? "",
                value: String(decoding: value?.payload ?? [], as: UTF8.self))
        }
        try replica.close()
        guard format == .text else { return try book.console.write(json: lost) }
        guard !lost.isEmpty else { return book.console.note("no value has lost") }
        for row in lost {
            book.console.output.append("\(row.kind) \(row.record)  \(VisibleText.oneLine(row.value))\n")
        }
    }
}
