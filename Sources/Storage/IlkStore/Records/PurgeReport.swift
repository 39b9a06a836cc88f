/// The amount of data that a purge erased, or would erase.
public struct PurgeReport: Sendable, Hashable {
    /// The number of erased records: entries, calls, messages or events.
    public var records = 0
    /// The size of the erased texts in bytes, or 0 if the store does not count it.
    public var bytes = 0
    /// The number of records of other types that were erased with the records, such as the contacts of erased
    /// calls.
    public var related = 0
    /// The number of erased records from the quarantine.
    public var quarantined = 0

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - records: The number of erased records.
    ///   - bytes: The size of the erased texts in bytes.
    ///   - related: The number of records of other types that were erased with the records.
    ///   - quarantined: The number of erased records from the quarantine.
    public init(records: Int = 0, bytes: Int = 0, related: Int = 0, quarantined: Int = 0) {
        self.records = records
        self.bytes = bytes
        self.related = related
        self.quarantined = quarantined
    }

    /// `true` if nothing was erased.
    public var isEmpty: Bool { records == 0 && related == 0 && quarantined == 0 }

    /// Adds the counts of another purge or step.
    ///
    /// - Parameters:
    ///   - sum: The report to add to.
    ///   - more: The report of a further step.
    public static func += (sum: inout PurgeReport, more: PurgeReport) {
        sum.records += more.records
        sum.bytes += more.bytes
        sum.related += more.related
        sum.quarantined += more.quarantined
    }
}
