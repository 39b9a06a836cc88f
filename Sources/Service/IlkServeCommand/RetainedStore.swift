import IlkConsole
import IlkStore

/// A type of store whose retention rules a server applies, with the metric that counts the deleted records.
struct RetainedStore: Sendable {
    /// The type of the store. Each case has the name of a command group, such as `ilk calls`.
    enum Kind: String {
        case log
        case calls
        case usage
        case debug
    }

    static let log = RetainedStore(.log, record: "log entry", records: "log entries")
    static let calls = RetainedStore(.calls, record: "call", records: "calls")
    static let usage = RetainedStore(.usage, record: "usage event", records: "usage events")
    static let debug = RetainedStore(.debug, record: "debug event", records: "debug events")

    let kind: Kind
    private let record: String
    /// The noun for records, in the plural.
    let records: String
    private let deleted: EventCounter

    private init(_ kind: Kind, record: String, records: String) {
        (self.kind, self.record, self.records) = (kind, record, records)
        deleted = EventCounter("ilk_retention_deleted_total", labels: [("store", kind.rawValue)])
    }

    /// Returns a number of records with its noun, such as `2 calls`.
    func words(_ count: Int) -> String { "\(DecimalText.grouped(count)) \(count == 1 ? record : records)" }

    /// Adds deleted records to the metric, and prints their number on standard error.
    func tell(_ report: PurgeReport) {
        guard report.records > 0 else { return }
        deleted.increment(by: report.records)
        let number =
            "\(DecimalText.grouped(report.records)) expired \(report.records == 1 ? record : records)"
        Serving.report("Deleted \(number). Show the rules with: ilk \(kind.rawValue) retention")
    }
}
