import FoundationEssentials
import IlkVocabulary

/// One journal from its start to its end, by the id under which it is counted.
struct JournalRun: Hashable, Sendable {
    /// The id's bytes, first to last. Of version 7, so `high` is never 0.
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(_ id: RecordID) {
        (high, low) = id.words
    }

    /// Sixteen and sixteen hexadecimal digits: sorts by the time of the run's start.
    var key: String { high.zeroPadded(to: 16, radix: 16) + low.zeroPadded(to: 16, radix: 16) }

    /// Reads a key.
    init?(key: String) {
        guard key.utf8.count == 32, let high = UInt64(key.prefix(16), radix: 16),
            let low = UInt64(key.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// What the database has decided about a run's entries.
    struct Decided: Hashable, Sendable {
        var stored = 0
        var quarantined = 0
        var refused = 0
        /// Whether all of the run is in the totals already.
        var isSettled = false

        var total: Int { stored + quarantined + refused }
    }
}
