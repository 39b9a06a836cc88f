/// What became of everything that a ``Journal``, or all journals of a ``Store``, were given.
///
/// Exact at every instant, and after `kill -9`: what entered and what was decided are counted where the process's
/// death changes nothing, so what is missing between them is what the crash took.
public struct JournalLedger: Sendable, Hashable {
    /// Why an entry was not meant to be stored.
    public enum Skip: String, Sendable, CaseIterable {
        /// It has no text.
        case empty
    }

    /// Why an entry that was meant to be stored is lost.
    public enum Drop: String, Sendable, CaseIterable {
        /// The queue was full, and the setting is to drop.
        case full
        /// The journal was closed.
        case closed
        /// The database refused it for good, and it could not be put into quarantine either.
        case refused
        /// The database could not be written until closing lost its patience.
        case unwritten
    }

    /// How entries that were accepted were lost without anybody's decision.
    public enum Loss: String, Sendable, CaseIterable {
        /// Their process died before they were committed.
        case crash
    }

    /// How many entries were given.
    public var accepted = 0
    /// How many are committed.
    public var stored = 0
    /// How many wait, are being written, or belong to callers that are suspended.
    public var pending = 0
    /// How many were not meant to be stored, by reason; a reason that never came up is missing.
    public var skipped: [Skip: Int] = [:]
    /// How many the database refused for good, and holds aside.
    public var quarantined = 0
    /// How many were dropped, by reason; a reason that never came up is missing.
    public var dropped: [Drop: Int] = [:]

    /// How many were lost, by reason; a reason that never came up is missing.
    public var lost: [Loss: Int] = [:]

    /// An empty ledger.
    public init() {}

    /// Whether every entry is accounted for: accepted = stored + pending + skipped + dropped + quarantined + lost.
    public var isBalanced: Bool {
        accepted == stored + pending + skipped.values.reduce(0, +) + dropped.values.reduce(0, +) + quarantined
            + lost.values.reduce(0, +)
    }
}

extension JournalLedger {
    /// All counts by name: `accepted`, `stored`, `pending`, `skipped.empty`, `dropped.full` and so on, those that are 0
    /// among them, in this order.
    public var outcomes: [(name: String, entries: Int)] {
        [("accepted", accepted), ("stored", stored), ("pending", pending)]
            + Skip.allCases.map { ("skipped.\($0)", skipped[$0] ?? 0) }
            + Drop.allCases.map { ("dropped.\($0)", dropped[$0] ?? 0) }
            + [("quarantined", quarantined)] + Loss.allCases.map { ("lost.\($0)", lost[$0] ?? 0) }
    }

    /// Adds to the count of a name of ``outcomes``; other names are let be.
    mutating func add(_ entries: Int, of name: String) {
        guard entries > 0 else { return }
        let words = name.split(separator: ".").map(String.init)
        switch (words.first, words.dropFirst().first) {
        case ("accepted", nil): accepted += entries
        case ("stored", nil): stored += entries
        case ("pending", nil): pending += entries
        case ("quarantined", nil): quarantined += entries
        case ("skipped", let reason?): Skip(rawValue: reason).map { skipped[$0, default: 0] += entries }
        case ("dropped", let reason?): Drop(rawValue: reason).map { dropped[$0, default: 0] += entries }
        case ("lost", let reason?): Loss(rawValue: reason).map { lost[$0, default: 0] += entries }
        default: break
        }
    }

    /// The accounts of both together.
    public static func + (left: JournalLedger, right: JournalLedger) -> JournalLedger {
        right.outcomes.reduce(into: left) { $0.add($1.entries, of: $1.name) }
    }
}
