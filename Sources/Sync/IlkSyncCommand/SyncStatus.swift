import IlkSyncStore
package import IlkConsole
package import FoundationEssentials
import IlkStore
import IlkSync
import IlkTransport
package import IlkVocabulary

/// The sync status of a store, read from its replica without contacting a server.
package struct SyncStatus {
    package let file: SyncedFile
    package let format: ResultFormat
    package let console: Console
    /// Converts a time to the user's time zone.
    package let time: (Date) -> ZonedTime

    package init(
        file: SyncedFile, format: ResultFormat, console: Console, time: @escaping (Date) -> ZonedTime
    ) {
        self.file = file
        self.format = format
        self.console = console
        self.time = time
    }

    /// Prints the hub, the time of the last sync and the number of unsent changes.
    package func show() async throws {
        var (hub, lastSync): (String?, String?) = (nil, nil)
        var (waiting, refused, copies) = (0, 0, 0)
        var deferred = DeferredRecords()
        if let replica = try file.replica.openExisting() {
            defer { try? replica.close() }  // It was only read.
            let status = try await ReplicaStatus(of: replica, for: file.store)
            (hub, waiting, refused, copies) = (status.hub, status.waiting, status.refused, status.copies)
            lastSync = status.lastSync.map { time($0).description }
            deferred = status.deferred
        }
        let fields: JSONObject = [
            "schema": "ilk.\(file.dataName).sync-status/1", "hub": hub, "lastSync": lastSync,
            "waiting": waiting, "refused": refused, "conflictCopies": copies, "deferred": deferred.count,
            "missingLabels": deferred.labels,
        ]
        try console.write(fields, as: format) {
            guard let hub else {
                return "not synced yet; start with: \(file.command) --hub URL --token-file FILE\n"
            }
            var lines = [
                "hub      \(hub)", "synced   \(lastSync ?? "never completely")",
                "waiting  \(waiting == 0 ? "nothing" : DecimalText.counted(waiting, "change"))",
            ]
            if refused > 0 { lines.append("rejected \(DecimalText.counted(refused, "record")): too large") }
            if let words = file.words(deferred) { lines.append("deferred \(words)") }
            if copies > 0 {
                lines.append("kept     \(Self.counted(copies)): ilk \(file.dataName) conflicts")
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    // MARK: Conflict copies

    package func showConflicts() async throws {
        guard let replica = try file.replica.openExisting() else {
            return console.note("The \(file.dataName) was never synced.")
        }
        defer { try? replica.close() }  // It was only read.
        let copies = try await replica.conflictCopies(limit: 10_000).map { copy in
            (
                id: Self.shortID(copy.key), type: String(copy.collection.drop { $0 != "." }.dropFirst()),
                record: copy.lostValue.map { Self.shortID($0.key) } ?? "",
                value: String(decoding: copy.lostValue?.payload ?? [], as: UTF8.self)
            )
        }
        try console.write(
            records: copies.map { row -> JSONObject in
                [
                    "schema": "ilk.\(file.dataName).conflict/1", "id": row.id, "type": row.type,
                    "record": row.record, "value": row.value,
                ]
            }, as: format, empty: "No conflict copies."
        ) {
            copies.map { "\($0.id)  \($0.type) \($0.record)  \(VisibleText.oneLine($0.value))\n" }.joined()
        }
    }

    /// Deletes conflict copies. The next sync deletes them on other devices.
    ///
    /// - Parameters:
    ///   - ids: The short IDs printed by ``showConflicts()``, or `nil` for all.
    ///   - erasure: The permission to delete.
    /// - Throws: `CommandError` with `noInput` if an ID is unknown. Nothing is deleted in that case.
    package func deleteConflicts(_ ids: [String]?, _ erasure: ErasurePermission) async throws {
        guard let replica = try file.replica.openExisting() else {
            return console.note("The \(file.dataName) was never synced.")
        }
        defer { try? replica.close() }  // The deletion is committed before.
        let copies = try await replica.conflictCopies(limit: .max)
        let byID = Dictionary(
            copies.map { (Self.shortID($0.key), $0.key) }, uniquingKeysWith: { first, _ in first })
        if let unknown = ids?.first(where: { byID[$0.uppercased()] == nil }) {
            throw CommandError(
                .noInput, "there is no conflict copy '\(unknown)'",
                hint: "list the copies with: ilk \(file.dataName) conflicts")
        }
        let keys = Set(ids.map { $0.compactMap { byID[$0.uppercased()] } } ?? copies.map(\.key))
        guard !keys.isEmpty else { return console.note("No conflict copies.") }
        guard try erasure.allows("delete", Self.counted(keys.count), console) else { return }
        let count: Int
        do {
            count = try await replica.deleteConflictCopies(keys)
        } catch let error as StoreError where error.code == .busy {
            throw CommandError(
                .tryAgain, "another program is syncing this \(file.dataName)",
                hint: "try again after its sync has ended")
        }
        console.note("Deleted \(Self.counted(count)). Other devices delete the copies with their next sync.")
    }

    private static func counted(_ copies: Int) -> String {
        "\(DecimalText.grouped(copies)) conflict \(copies == 1 ? "copy" : "copies")"
    }

    private static func shortID(_ key: SyncKey) -> String { String(key.recordID.description.suffix(8)) }
}
