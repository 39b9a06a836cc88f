import FoundationEssentials
import IlkVocabulary

/// One run of a journal from start to end, with the id under which its entries are counted.
struct JournalRun: Hashable, Sendable {
    /// The id's bytes, big-endian. Ids have version 7, so `high` is never 0.
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(_ id: RecordID) {
        (high, low) = id.words
    }

    /// 32 hexadecimal digits, which sort by the start time of the run.
    var key: String { high.zeroPadded(to: 16, radix: 16) + low.zeroPadded(to: 16, radix: 16) }

    init?(key: String) {
        guard key.utf8.count == 32, let high = UInt64(key.prefix(16), radix: 16),
            let low = UInt64(key.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    struct Decided: Hashable, Sendable {
        var stored = 0
        var quarantined = 0
        var refused = 0
        /// `true` if the run is already included in the totals.
        var isSettled = false

        var total: Int { stored + quarantined + refused }
    }
}
