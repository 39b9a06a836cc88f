import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore
import IlkText
import IlkVocabulary

/// Looks at what the program stands on: its libraries, the log and the calls.
struct HealthCheck {
    /// The log's file, or nil for the user's own.
    var logFile: String?
    /// The calls' file, or nil for the user's own.
    var callsFile: String?
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
            [Self.sqlite(), Finding(subject: "ICU", isSound: true, says: TextAnalyzer.icuVersion)]
            + (await log()) + (await calls())
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
        guard FileManager.default.fileExists(atPath: path) else {
            return [Finding(subject: "log", isSound: true, says: "none yet (\(path))")]
        }
        do {
            let store = try LogBook.open(logFile, folders: console.folders, access: .readOnly)
            let findings = try await look(at: store)
            try store.close()
            return findings
        } catch {
            return [Finding(subject: "log", isSound: false, says: "\(error)")]
        }
    }

    private func calls() async -> [Finding] {
        let path = callsFile ?? console.folders.calls
        guard FileManager.default.fileExists(atPath: path) else {
            return [Finding(subject: "calls", isSound: true, says: "none yet (\(path))")]
        }
        do {
            let storage = try CallLogStorage.open(.file(path), access: .readOnly)
            let findings = try await look(at: storage, path)
            try storage.close()
            return findings
        } catch {
            return [Finding(subject: "calls", isSound: false, says: "\(error)")]
        }
    }

    private func look(at storage: CallLogStorage, _ path: String) async throws -> [Finding] {
        let calls = try await storage.statistics().total
        let schema = try await storage.schemaVersion()
        let ledger = try await storage.ledger()
        let (waiting, refused) = try await storage.syncCounts()
        let isPurging = try await storage.isPurgeUnfinished()
        let fault =
            try await storage.fault(thorough: isThorough)
            ?? (isPurging ? "a purge was interrupted: the next ilk calls purge ends it" : nil)
        return [
            Finding(
                subject: "calls", isSound: fault == nil,
                says: fault
                    ?? "\(calls) calls, \(LogAccounts.bytes(of: path)) bytes; \(waiting) wait for a server, "
                    + "\(refused) of them refused; schema \(schema.file) of \(schema.program) (\(path))"),
            Self.finding(ledger, "calls' ledger"),
        ]
    }

    private static func finding(_ ledger: JournalLedger, _ subject: String) -> Finding {
        let lost = ledger.lost.values.reduce(0, +) + ledger.dropped.values.reduce(0, +)
        return Finding(
            subject: subject, isSound: ledger.isBalanced,
            says: "\(ledger.accepted) accepted, \(ledger.stored) stored, \(ledger.pending) pending, "
                + "\(lost) lost, \(ledger.quarantined) in quarantine"
                + (ledger.isBalanced ? "" : ": these do not add up"))
    }

    private func look(at store: ClassificationLogStore) async throws -> [Finding] {
        let extent = try await store.extent()
        let schema = try await store.schemaVersion()
        let ledger = try await store.ledger()
        let fault = try await store.fault(thorough: isThorough)
        let bytes = LogAccounts.bytes(of: store.location.path)
        let rules = try await store.retention().count
        let kept = rules == 0 ? "kept until you purge them" : "\(rules) of ilk log retention's rules"
        return [
            Finding(
                subject: "log", isSound: fault == nil,
                says: fault
                    ?? "\(extent.entries) entries, \(bytes) bytes, \(kept); schema "
                    + "\(schema.file) of \(schema.program) (\(store.location.path))"),
            Self.finding(ledger, "ledger"),
        ]
    }
}
