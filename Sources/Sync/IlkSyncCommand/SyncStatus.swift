package import IlkConsole
package import FoundationEssentials
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
package import IlkVocabulary

/// How it stands with the sync of a store, without asking anybody.
package struct SyncStatus {
    /// The store.
    package let file: SyncedFile
    /// How it is shown.
    package let format: ResultFormat
    /// Where things are shown.
    package let console: Console
    /// A moment as the user's clock shows it.
    package let time: (Date) -> ZonedTime

    /// Creates a value from its parts.
    package init(
        file: SyncedFile, format: ResultFormat, console: Console, time: @escaping (Date) -> ZonedTime
    ) {
        self.file = file
        self.format = format
        self.console = console
        self.time = time
    }

    /// Under which name the time of the last whole sync stands in a replica, in milliseconds since 1970.
    package static let lastMark = "synced"

    private struct Row: Encodable {
        var schema: String
        var hub: String?
        var lastSync: String?
        var waiting = 0
        var refused = 0
        var lost = 0
    }

    private struct Lost: Encodable {
        var schema: String
        var id: String
        var kind: String
        var record: String
        var value: String
    }

    /// Shows with which hub, when last, and what waits.
    package func show() async throws {
        var row = Row(schema: "ilk.\(file.what).sync-status/1")
        if let replica = try file.replica.found() {
            let container = try await replica.cloudKitPlace()
            row.hub = try await HubPlace.of(replica)?.address ?? container
            row.lastSync = try await replica.mark(Self.lastMark).flatMap { Int64($0) }.map {
                time(Date(timeIntervalSince1970: Double($0) / 1000)).description
            }
            let known = try await replica.waiting()
            row.waiting = try await file.unknown(to: replica) + known.pending
            row.refused = known.rejected
            row.lost = try await replica.losers(limit: .max).count
            try replica.close()
        }
        guard format == .text else { return try console.write(json: row) }
        console.output.append(words(row))
    }

    private func words(_ row: Row) -> String {
        guard let hub = row.hub else {
            return "not synced with any hub yet: \(file.command) --hub <url> --token-file <file>\n"
        }
        var lines = [
            "hub      \(hub)", "synced   \(row.lastSync ?? "never to the end")",
            "waiting  \(row.waiting == 0 ? "nothing" : DecimalText.counted(row.waiting, "change"))",
        ]
        if row.refused > 0 {
            lines.append("refused  \(DecimalText.counted(row.refused, "record")): too large")
        }
        if row.lost > 0 {
            lines.append("lost     \(DecimalText.counted(row.lost, "value")): ilk \(file.what) conflicts")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: What lost

    /// Shows the values that lost.
    package func showLost() async throws {
        guard let replica = try file.replica.found() else { return console.note("nothing was synced yet") }
        let lost = try await replica.losers(limit: 10_000).map { loser -> Lost in
            let value = loser.lostValue
            return Lost(
                schema: "ilk.\(file.what).lost/1", id: Self.shortID(loser.key),
                kind: String(loser.collection.drop { $0 != "." }.dropFirst()),
                record: value.map { Self.shortID($0.key) } ?? "",
                value: String(decoding: value?.payload ?? [], as: UTF8.self))
        }
        try replica.close()
        guard format == .text else { return try console.write(json: lost) }
        guard !lost.isEmpty else { return console.note("no value has lost") }
        for row in lost {
            console.output.append("\(row.id)  \(row.kind) \(row.record)  \(VisibleText.oneLine(row.value))\n")
        }
    }

    /// Deletes values that lost: here at once, elsewhere with the next sync.
    ///
    /// - Parameters:
    ///   - ids: Which, as ``showLost()`` shows them; nil for all.
    ///   - erasure: The permission to delete.
    /// - Throws: `noInput` when there is none of such an id: then none was deleted.
    package func deleteLost(_ ids: [String]?, _ erasure: ErasureOptions) async throws {
        guard let replica = try file.replica.found() else { return console.note("nothing was synced yet") }
        let lost = try await replica.losers(limit: .max)
        let byID = Dictionary(
            lost.map { (Self.shortID($0.key), $0.key) }, uniquingKeysWith: { first, _ in first })
        if let unknown = ids?.first(where: { byID[$0.uppercased()] == nil }) {
            throw CommandFailure(.noInput, "no value of that id has lost", at: unknown)
        }
        let keys = Set(ids.map { $0.compactMap { byID[$0.uppercased()] } } ?? lost.map(\.key))
        guard !keys.isEmpty else { return console.note("No matching values.") }
        guard try erasure.allows("delete", DecimalText.counted(keys.count, "value") + " that lost", console)
        else {
            return try replica.close()
        }
        let count: Int
        do {
            count = try await replica.deleteLosers(keys)
        } catch let error as StoreError where error.code == .busy {
            throw CommandFailure(
                .tryAgain, "another program is syncing this \(file.what)", hint: "let it end, then try again")
        }
        try replica.close()
        console.note("Deleted \(DecimalText.counted(count, "value")); elsewhere with the next sync.")
    }

    private static func shortID(_ key: SyncKey) -> String { String(key.recordID.description.suffix(8)) }
}
