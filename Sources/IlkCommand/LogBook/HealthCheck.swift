import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore
import IlkSyncStore
import IlkText
import IlkVocabulary

/// Looks at what the program stands on: its libraries, and the files of all its stores.
struct HealthCheck {
    /// The log's file, or nil for the user's own.
    var logFile: String?
    /// The calls' file, or nil for the user's own.
    var callsFile: String?
    /// The mail store's file, or nil for the user's own.
    var mailFile: String?
    /// The debug events' file, or nil for the user's own.
    var debugFile: String?
    /// The usage store's file, or nil for the user's own.
    var usageFile: String?
    /// The hub's file, or nil for the user's own.
    var hubFile: String?
    /// Whether indexes and kept counts are held against the rows too.
    var isThorough = false
    /// How it is shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// One thing that was looked at.
    struct Finding: Encodable {
        var subject: String
        var isSound: Bool
        var says: String
    }

    /// Looks, and says what it saw.
    ///
    /// - Throws: `negative` when something is not sound.
    func run() async throws {
        let findings =
            [
                Finding(subject: "ilk", isSound: true, says: ProgramVersion.current), Self.sqlite(),
                Finding(subject: "ICU", isSound: true, says: TextAnalyzer.icuVersion),
            ]
            + (await log()) + (await calls()) + (await mail()) + (await debug()) + (await usage())
            + (await hub()) + [ModeCheck.finding(console.folders)].compactMap { $0 }
        switch format {
        case .text:
            for finding in findings {
                let mark = finding.isSound ? "ok  " : "BAD "
                console.output.append("\(mark) \(finding.subject): \(VisibleText.oneLine(finding.says))\n")
            }
        case .json: try console.write(json: findings)
        case .ndjson: for finding in findings { try console.write(json: finding, isPretty: false) }
        }
        try console.output.flush()
        guard findings.allSatisfy(\.isSound) else { throw CommandFailure(.negative, "") }
    }

    private static func sqlite() -> Finding {
        do {
            let version = try Store.sqliteVersion
            let isFixed =
                version.split(separator: ".").compactMap { Int($0) }
                .lexicographicallyPrecedes([3, 51, 3]) == false
            return Finding(
                subject: "SQLite", isSound: true,
                says: isFixed
                    ? version
                    : "\(version); two writers at once could damage a file before 3.51.3: ilk has one at a time"
            )
        } catch {
            return Finding(subject: "SQLite", isSound: false, says: "\(error)")
        }
    }

    private func log() async -> [Finding] {
        let path = logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        return await look(at: "log", path) {
            try LogBook.open(logFile, folders: console.folders, access: .readOnly)
        } holding: { store in
            let rules = try await store.retention().count
            let kept = rules == 0 ? "kept until you purge them" : "\(rules) of ilk log retention's rules"
            return ("\(try await store.extent().entries) entries", kept, try await store.ledger())
        }
    }

    private func calls() async -> [Finding] {
        let path = callsFile ?? console.folders.calls
        return await look(at: "calls", path) {
            try CallLogStorage.open(.file(path), access: .readOnly)
        } holding: { storage in
            let (waiting, refused) = try await storage.syncCounts()
            return (
                "\(try await storage.statistics().total) calls",
                "\(waiting) wait for a server, \(refused) of them refused", try await storage.ledger()
            )
        }
    }

    private func mail() async -> [Finding] {
        let path = mailFile ?? console.folders.mail
        return await look(at: "mail", path) {
            try DatabaseService.open(.file(path), access: .readOnly)
        } holding: { service in
            let unread = try await service.emails.unreadCount()
            return ("\(try await service.emails.count()) messages", "\(unread) unread", nil)
        }
    }

    private func debug() async -> [Finding] {
        let path = debugFile ?? console.folders.debug
        return await look(at: "debug", path) {
            try DebugLogStore.open(.file(path), access: .readOnly)
        } holding: { store in
            let rules = try await store.retention().count
            let kept = rules == 0 ? "kept until you purge them" : "\(rules) of ilk debug retention's rules"
            return ("\(try await store.count()) events", kept, try await store.ledger())
        }
    }

    private func usage() async -> [Finding] {
        let path = usageFile ?? console.folders.usage
        return await look(at: "usage", path) {
            try UsageStore.open(.file(path), access: .readOnly)
        } holding: { store in
            (
                "\(try await store.devices().count) devices",
                "\(try await store.caregivers().count) caregiver profiles", try await store.ledger()
            )
        }
    }

    private func hub() async -> [Finding] {
        let path = hubFile ?? console.folders.hub
        return await look(at: "hub", path) {
            try HubStore.open(.file(path), access: .readOnly)
        } holding: { store in
            let counts = try await store.counts()
            return (
                "\(counts.records) records", "\(counts.accounts) accounts, \(counts.tokens) tokens", nil
            )
        }
    }

    /// Looks at a store's file, where there is one.
    ///
    /// - Parameter content: How much is in it, what else is to be said, and its ledger.
    private func look<Looked: ExaminedStore>(
        at subject: String, _ path: String, _ open: () throws -> Looked,
        holding content: (Looked) async throws -> (String, String, JournalLedger?)
    ) async -> [Finding] {
        guard FileManager.default.fileExists(atPath: path) else {
            return [Finding(subject: subject, isSound: true, says: "none yet (\(path))")]
        }
        do {
            let store = try open()
            let (amount, more, ledger) = try await content(store)
            let schema = try await store.schemaVersion()
            var fault = try await store.fault(thorough: isThorough)
            if fault == nil, let purged = store as? any PurgedStore, try await purged.isPurgeUnfinished() {
                fault = "a purge was interrupted: the next ilk \(subject) purge ends it"
            }
            try store.close()
            let says =
                "\(amount), \(LogAccounts.bytes(of: path)) bytes, \(more); "
                + "schema \(schema.file) of \(schema.program) (\(path))"
            return [Finding(subject: subject, isSound: fault == nil, says: fault ?? says)]
                + (ledger.map { [Self.finding($0, "\(subject)'s ledger")] } ?? [])
        } catch {
            return [Finding(subject: subject, isSound: false, says: "\(error)")]
        }
    }

    private static func finding(_ ledger: JournalLedger, _ subject: String) -> Finding {
        let lost = ledger.lost.values.reduce(0, +) + ledger.dropped.values.reduce(0, +)
        return Finding(
            subject: subject, isSound: ledger.isBalanced,
            says: "\(ledger.accepted) accepted, \(ledger.stored) stored, \(ledger.pending) pending, "
                + "\(lost) lost, \(ledger.quarantined) in quarantine"
                + slots(ledger)
                + (ledger.isBalanced || ledger.damagedSlots > 0 ? "" : ": these do not add up"))
    }
}

extension HealthCheck {
    /// The damage to the ledger file, if there was any.
    private static func slots(_ ledger: JournalLedger) -> String {
        var text = ""
        if ledger.rebuiltSlots > 0 {
            text += "; \(ledger.rebuiltSlots) damaged slots of its file were rebuilt from the database"
        }
        if ledger.damagedSlots > 0 {
            text +=
                "; \(ledger.damagedSlots) slots of its file are damaged: the next program that writes here rebuilds them"
        }
        return text
    }
}

/// A store that can be looked through.
private protocol ExaminedStore {
    func schemaVersion() async throws -> (file: Int, program: Int)
    func fault(thorough: Bool) async throws -> String?
    func close() throws
}

/// A store of which things are purged, which may be interrupted.
private protocol PurgedStore: ExaminedStore {
    func isPurgeUnfinished() async throws -> Bool
}

extension ClassificationLogStore: PurgedStore {}
extension CallLogStorage: PurgedStore {}
extension DatabaseService: PurgedStore {}
extension DebugLogStore: PurgedStore {}
extension UsageStore: PurgedStore {}
extension HubStore: ExaminedStore {}
