package import IlkStore

/// The nouns for the records of a store, for help and messages.
package struct StoreWords: Sendable {
    /// One record: `call`.
    package var record: String
    /// Several: `calls`.
    package var records: String
    /// One with its article: `a call`.
    package var aRecord: String
    /// All of them, as a commands's object: `the calls`.
    package var all: String
    /// The texts whose bytes are counted, as `of notes`; `nil` if bytes are not counted.
    package var texts: String?
    /// One related record: `contact`.
    package var related = ""

    /// Creates a value from its parts.
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

    /// A number of records: `1 call`, `20 calls`.
    package func counted(_ count: Int) -> String {
        "\(DecimalText.grouped(count)) \(count == 1 ? record : records)"
    }

    /// The counts of a report: `2 calls (31 bytes of notes), 1 contact and 1 quarantined record`.
    package func phrase(_ report: PurgeReport) -> String {
        let size = texts.map { " (\(DecimalText.bytes(report.bytes))\($0.isEmpty ? "" : " ")\($0))" } ?? ""
        let others = report.related > 0 ? ", \(DecimalText.counted(report.related, related))" : ""
        let quarantined = report.quarantined
        let aside = quarantined > 0 ? " and \(DecimalText.counted(quarantined, "quarantined record"))" : ""
        return counted(report.records) + size + others + aside
    }
}
