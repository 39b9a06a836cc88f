import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore
import IlkText
import IlkVocabulary

/// Looks at what the program stands on: its libraries and the log.
struct HealthCheck {
    /// The log's file, or nil for the user's own.
    var logFile: String?
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
            + (await log())
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
            let findings = try await Self.look(at: store)
            try store.close()
            return findings
        } catch {
            return [Finding(subject: "log", isSound: false, says: "\(error)")]
        }
    }

    private static func look(at store: ClassificationLogStore) async throws -> [Finding] {
        let extent = try await store.extent()
        let schema = try await store.schemaVersion()
        let ledger = try await store.ledger()
        let fault = try await store.fault()
        let bytes = LogAccounts.bytes(of: store.location.path)
        let lost = ledger.lost.values.reduce(0, +) + ledger.dropped.values.reduce(0, +)
        return [
            Finding(
                subject: "log", isSound: fault == nil,
                says: fault
                    ?? "\(extent.entries) entries, \(bytes) bytes, kept until you purge them; schema "
                    + "\(schema.file) of \(schema.program) (\(store.location.path))"),
            Finding(
                subject: "ledger", isSound: ledger.isBalanced,
                says: "\(ledger.accepted) accepted, \(ledger.stored) stored, \(ledger.pending) pending, "
                    + "\(lost) lost, \(ledger.quarantined) in quarantine"
                    + (ledger.isBalanced ? "" : ": these do not add up")),
        ]
    }
}
