import IlkConsole
import IlkStore

/// A kind of store whose retention rules a server applies, with a metric of the deleted records.
struct RetainedStore: Sendable {
    static let log = RetainedStore(record: "log entry", records: "log entries", command: "log")
    static let calls = RetainedStore(record: "call", records: "calls", command: "calls")
    static let usage = RetainedStore(record: "usage event", records: "usage events", command: "usage")
    static let debug = RetainedStore(record: "debug event", records: "debug events", command: "debug")

    private let record: String
    private let records: String
    /// The name of the command group.
    private let command: String
    private let deleted: EventCounter

    private init(record: String, records: String, command: String) {
        (self.record, self.records, self.command) = (record, records, command)
        deleted = EventCounter("ilk_retention_deleted_total", labels: [("store", command)])
    }

    /// Counts deleted records, and reports them to the operator of the server.
    func tell(_ report: PurgeReport) {
        guard report.records > 0 else { return }
        deleted.increment(by: report.records)
        let number =
            "\(DecimalText.grouped(report.records)) expired \(report.records == 1 ? record : records)"
        Serving.report("Deleted \(number). Show the rules with: ilk \(command) retention")
    }
}
