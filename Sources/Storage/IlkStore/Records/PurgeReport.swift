/// The amount of data that a purge erased, or would erase.
public struct PurgeReport: Sendable, Hashable {
    /// Records: entries, calls, messages or events.
    public var records = 0
    /// Bytes of their texts, where the store counts them.
    public var bytes = 0
    /// Records of other kinds that went with them: contacts of calls.
    public var related = 0
    /// Refused records that were kept in quarantine.
    public var quarantined = 0

    /// A report of these counts.
    public init(records: Int = 0, bytes: Int = 0, related: Int = 0, quarantined: Int = 0) {
        self.records = records
        self.bytes = bytes
        self.related = related
        self.quarantined = quarantined
    }

    /// `true` if nothing was erased.
    public var isEmpty: Bool { records == 0 && related == 0 && quarantined == 0 }

    /// Adds the counts of another purge, or of another step.
    public static func += (sum: inout PurgeReport, more: PurgeReport) {
        sum.records += more.records
        sum.bytes += more.bytes
        sum.related += more.related
        sum.quarantined += more.quarantined
    }
}
