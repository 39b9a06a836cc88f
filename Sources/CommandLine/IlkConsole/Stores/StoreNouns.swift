package import IlkStore

/// The nouns for the records of a store, for help and messages.
package struct StoreNouns: Sendable {
    /// The singular, such as `call`.
    package var record: String
    /// The plural, such as `calls`.
    package var records: String
    /// The singular with its article, such as `a call`.
    package var aRecord: String
    /// All records as the object of a command, such as `the calls`.
    package var all: String
    /// The phrase after a number of bytes, such as `of notes` in `31 bytes of notes`. `nil` to count no
    /// bytes.
    package var texts: String?
    /// The singular of related records, such as `contact`.
    package var related = ""

    package init(
        record: String, records: String, aRecord: String, all: String, texts: String? = nil,
        related: String = ""
    ) {
        self.record = record
        self.records = records
        self.aRecord = aRecord
        self.all = all
        self.texts = texts
        self.related = related
    }

    /// Returns a number of records in words: `1 call`, `20 calls`.
    package func counted(_ count: Int) -> String {
        "\(DecimalText.grouped(count)) \(count == 1 ? record : records)"
    }

    /// Returns the counts of a report in words: `2 calls (31 bytes of notes), 1 contact and 1 quarantined
    /// record`.
    package func phrase(_ report: PurgeReport) -> String {
        let size = texts.map { " (\(DecimalText.bytes(report.bytes))\($0.isEmpty ? "" : " ")\($0))" } ?? ""
        let others = report.related > 0 ? ", \(DecimalText.counted(report.related, related))" : ""
        let quarantined = report.quarantined
        let aside = quarantined > 0 ? " and \(DecimalText.counted(quarantined, "quarantined record"))" : ""
        return counted(report.records) + size + others + aside
    }
}
