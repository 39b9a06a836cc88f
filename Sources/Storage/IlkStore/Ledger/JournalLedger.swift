/// The number of entries by outcome, such as stored, pending or lost. A ledger covers the entries that one
/// ``Journal`` received, or the entries that all journals of a ``Store`` received.
///
/// The counts are exact at every instant, even after `kill -9`, because they are kept in files. If a process
/// is killed, its entries that have no outcome yet are counted as lost.
public struct JournalLedger: Sendable, Hashable {
    /// The reason for not storing an entry.
    public enum Skip: String, Sendable, CaseIterable {
        /// The entry has no text.
        case empty
    }

    /// The reason for dropping an entry that should have been stored.
    public enum Drop: String, Sendable, CaseIterable {
        /// The queue was full, and ``JournalSettings/Overflow/drop`` is set.
        case full
        /// The journal was closed.
        case closed
        /// The database permanently rejected the entry, and the entry could not be quarantined either.
        case refused
        /// The database could not be written within ``JournalSettings/closingTimeout``.
        case unwritten
    }

    /// The reason for losing an entry whose outcome was never recorded.
    public enum Loss: String, Sendable, CaseIterable {
        /// The process died before the entry was committed.
        case crash
    }

    /// The number of entries received.
    public var accepted = 0
    /// The number of committed entries.
    public var stored = 0
    /// The number of entries that are queued, are being written, or belong to suspended callers.
    public var pending = 0
    /// The number of entries that were not stored because the caller skipped them, by reason. Reasons without
    /// entries are omitted.
    public var skipped: [Skip: Int] = [:]
    /// The number of entries that the database permanently rejected and that are quarantined.
    public var quarantined = 0
    /// The number of dropped entries, by reason. Reasons without entries are omitted.
    public var dropped: [Drop: Int] = [:]

    /// The number of lost entries, by reason. Reasons without entries are omitted.
    public var lost: [Loss: Int] = [:]

    /// The number of slots of the ledger file that are damaged or missing. A slot contains the counts of one
    /// open journal. For damaged slots, only the outcomes in the database are known, not the numbers of
    /// skipped, dropped and lost entries. The slots are rebuilt when the store is next opened for writing.
    public var damagedSlots = 0
    /// The number of damaged slots that have been rebuilt from the database.
    public var rebuiltSlots = 0

    /// Creates an empty ledger.
    public init() {}

    /// `true` if no slot is damaged and every entry is accounted for:
    /// accepted = stored + pending + skipped + dropped + quarantined + lost.
    public var isBalanced: Bool {
        damagedSlots == 0
            && accepted == stored + pending + skipped.values.reduce(0, +) + dropped.values.reduce(0, +)
                + quarantined + lost.values.reduce(0, +)
    }
}

extension JournalLedger {
    /// All counts with their names (`accepted`, `stored`, `pending`, `skipped.empty`, `dropped.full` and so
    /// on), including zeros, in a fixed order.
    public var outcomes: [(name: String, entries: Int)] {
        [("accepted", accepted), ("stored", stored), ("pending", pending)]
            + Skip.allCases.map { ("skipped.\($0)", skipped[$0] ?? 0) }
            + Drop.allCases.map { ("dropped.\($0)", dropped[$0] ?? 0) }
            + [("quarantined", quarantined)] + Loss.allCases.map { ("lost.\($0)", lost[$0] ?? 0) }
    }

    static let rebuiltName = "rebuiltSlots"

    /// Adds to the count with a name of ``outcomes``, or to ``rebuiltSlots``. Other names are ignored.
    mutating func add(_ entries: Int, of name: String) {
        guard entries > 0 else { return }
        // Counts are clamped, whatever a file contains, so that their sum cannot overflow.
        func add(_ entries: Int, to count: inout Int) { count = min(count, 1 << 58) + min(entries, 1 << 58) }
        let words = name.split(separator: ".").map(String.init)
        switch (words.first, words.dropFirst().first) {
        case ("accepted", nil): add(entries, to: &accepted)
        case ("stored", nil): add(entries, to: &stored)
        case ("pending", nil): add(entries, to: &pending)
        case ("quarantined", nil): add(entries, to: &quarantined)
        case (Self.rebuiltName, nil): add(entries, to: &rebuiltSlots)
        case ("skipped", let reason?):
            Skip(rawValue: reason).map { add(entries, to: &skipped[$0, default: 0]) }
        case ("dropped", let reason?):
            Drop(rawValue: reason).map { add(entries, to: &dropped[$0, default: 0]) }
        case ("lost", let reason?): Loss(rawValue: reason).map { add(entries, to: &lost[$0, default: 0]) }
        default: break
        }
    }

    /// Returns the sums of two ledgers.
    ///
    /// - Parameters:
    ///   - left: A ledger.
    ///   - right: Another ledger.
    public static func + (left: JournalLedger, right: JournalLedger) -> JournalLedger {
        var sum = right.outcomes.reduce(into: left) { $0.add($1.entries, of: $1.name) }
        sum.damagedSlots += right.damagedSlots
        sum.add(right.rebuiltSlots, of: rebuiltName)
        return sum
    }
}
