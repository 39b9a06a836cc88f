import IlkTransport
import FoundationEssentials
public import IlkCalls
import IlkSync
import IlkSyncStore
import IlkVocabulary

/// The steps before the first call is sent: check the server and read the contacts.
extension CallLogSyncService {
    /// The server, type of record and account that the calls are synced with.
    struct SyncTarget: Codable, Equatable {
        var server: String
        var records: String
        var account: Int?
    }

    private var here: SyncTarget {
        SyncTarget(server: api.transport.address.text, records: api.records.rawValue)
    }

    /// Checks that the calls were last synced with this server, or never synced.
    ///
    /// - Parameter resetting: `true` to reset all sync metadata first.
    /// - Throws: `IlkError` if the calls are synced with another server or as another type of record.
    func checkServer(resetting: Bool) async throws {
        let place = here
        let before = try await storage.syncTransaction { exchange -> SyncTarget? in
            let before = try Self.place(exchange)
            guard resetting else { return before }
            try exchange.resetSyncState(keepingContacts: before?.server == place.server)
            return nil
        }
        guard let before, before.server != place.server || before.records != place.records else { return }
        let what =
            before.server == place.server
            ? "the calls on this device are already synced as \(before.records), not \(place.records)"
            : "the calls on this device are already synced with \(before.server)"
        throw IlkError(
            .configuration, what,
            hint: "use the same server and record type as before, use another --calls-file, or sync "
                + "everything again with --reset")
    }

    private static func place(_ exchange: CallSyncTransaction) throws -> SyncTarget? {
        try exchange.syncValue(StateKey.place).flatMap {
            try? JSONDecoder().decode(SyncTarget.self, from: Data($0.utf8))  // Unreadable: none.
        }
    }

    private static func note(_ place: SyncTarget, _ exchange: CallSyncTransaction) throws {
        let text = try JSONEncoder().encode(place)
        try exchange.setMark(StateKey.place, to: String(decoding: text, as: UTF8.self))
    }

    /// Stores the address of the server, unless one is already stored. Call ``checkServer(resetting:)``
    /// first.
    private func noteServer() async throws {
        let place = here
        try await storage.syncTransaction { exchange in
            if try Self.place(exchange) == nil { try Self.note(place, exchange) }
        }
    }

    /// Checks that the calls are synced with this account. Calls of different accounts must not mix.
    ///
    /// - Throws: `IlkError` if the calls are synced with another account.
    func check(account: Int) async throws {
        let isOurs = try await storage.syncTransaction { exchange in
            guard var place = try Self.place(exchange) else { return true }
            guard place.account == nil else { return place.account == account }
            place.account = account
            try Self.note(place, exchange)
            return true
        }
        guard !isOurs else { return }
        throw IlkError(
            .configuration, "the calls on this device are already synced with another account of this server",
            hint: "use the token of that account, use another --calls-file, or sync everything again with "
                + "--reset")
    }

    /// Connects to Monica and reads the contacts, with retries.
    ///
    /// - Returns: `true` if the sync can start; otherwise ``report`` has the reason.
    /// - Throws: `IlkError`, `StoreError`, or `CancellationError`.
    func connect(_ tell: (CallSyncEvent) -> Void) async throws -> Bool {
        var failures = 0
        var isWelcome = false
        while true {
            do {
                if !isWelcome {
                    guard try await api.isSupportedServer() else { throw notMonica }
                    isWelcome = true
                    try await noteServer()
                }
                try await readContacts()
                return true
            } catch let error as MonicaError {
                report.requests += 1
                try Task.checkCancellation()
                failures += 1
                if !isWelcome, error.status == 404 { throw notMonica }
                guard let pause = wait(after: error, failures) else { return false }
                if case .throttled = error.body {
                    failures -= 1
                    tell(.throttled(milliseconds: pause))
                } else {
                    tell(.retrying(error.message, milliseconds: pause))
                }
                try await clock.sleep(until: clock.monotonic + pause)
            }
        }
    }

    private var notMonica: IlkError {
        IlkError(
            .unavailable,
            "\(api.transport.address.text) is not a Monica server, or has no \(api.records.rawValue)",
            hint: "use the address of the web pages of Monica 2, 3 or 4")
    }

    /// Returns the pause before the next attempt in milliseconds, or `nil` if another attempt cannot succeed.
    private func wait(after error: MonicaError, _ failures: Int) -> UInt64? {
        report.failures += 1
        report.lastError = error.message
        let settings = engine.settings.backOff
        switch error.body {
        case .unauthorized:
            report.ending = .unauthorized
            return nil
        case .throttled(let after): return min(after ?? 60_000, settings.longestAsked)
        case .unknown(let after) where failures < maxFailures:
            return settings.pause(after: failures, asked: after, randomBits: 0)
        default:
            report.ending = .unreachable
            return nil
        }
    }

    /// Reads the contacts that have changed on the server. A local contact with the name of a server contact
    /// gets the id of the server contact.
    private func readContacts() async throws {
        let mark = try await storage.syncTransaction { try $0.syncValue(StateKey.contacts) }
        let isMissing = try await !storage.localContactsInOutbox().isEmpty
        // The server may have had the missing contact since before the watermark, so read all contacts.
        let watermark = isMissing ? 0 : mark.flatMap { Int64($0) } ?? 0
        var newest = watermark
        for page in 1...CallLogAPIService.mostPages {
            let (contacts, account, isLast) = try await api.contacts(page: page)
            report.requests += 1
            if let account { try await check(account: account) }
            try await storage.syncTransaction { exchange in
                for contact in contacts where !contact.name.isEmpty {
                    try exchange.upsertContact(
                        id: contact.id, name: contact.name, isArchived: contact.isActive == false)
                }
            }
            newest = max(newest, contacts.map(\.changedAt).max() ?? 0)
            let oldest = contacts.map(\.changedAt).min() ?? 0
            if isLast || oldest < watermark - engine.settings.overlap { break }
        }
        let text = String(newest)
        try await storage.syncTransaction { try $0.setMark(StateKey.contacts, to: text) }
    }
}

extension CallLogSyncService {
    /// Returns the address of the server with which calls were last synced, and the type of record. Returns
    /// `nil` if the calls were never synced.
    ///
    /// - Parameter storage: The call store.
    /// - Throws: `StoreError` if the database fails.
    public static func server(
        of storage: CallLogStorage
    ) async throws -> (address: String, records: CallLogAPIService.Records)? {
        guard let place = try await storage.syncTransaction({ try Self.place($0) }),
            let records = CallLogAPIService.Records(rawValue: place.records)
        else { return nil }
        return (place.server, records)
    }
}
