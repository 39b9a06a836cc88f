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

    /// The number of slots of the ledger file that are damaged or missing. Their entries are those that the database decided;
    /// skipped, dropped and lost entries are unknown. The next opening for writing rebuilds them.
    public var damagedSlots = 0
    /// The number of damaged slots that were rebuilt from the database so far.
    public var rebuiltSlots = 0

    /// An empty ledger.
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
    /// All counts by name: `accepted`, `stored`, `pending`, `skipped.empty`, `dropped.full` and so on, those that are 0
    /// among them, in this order.
    public var outcomes: [(name: String, entries: Int)] {
        [("accepted", accepted), ("stored", stored), ("pending", pending)]
            + Skip.allCases.map { ("skipped.\($0)", skipped[$0] ?? 0) }
            + Drop.allCases.map { ("dropped.\($0)", dropped[$0] ?? 0) }
            + [("quarantined", quarantined)] + Loss.allCases.map { ("lost.\($0)", lost[$0] ?? 0) }
    }

    /// The name under which ``rebuiltSlots`` are kept in the database.
    static let rebuiltName = "rebuiltSlots"

    /// Adds to the count of a name of ``outcomes``, or to ``rebuiltSlots``; other names are ignored.
    mutating func add(_ entries: Int, of name: String) {
        guard entries > 0 else { return }
        // No count gets beyond this, whatever a file says: their sum stays a number.
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

    /// The accounts of both together.
    public static func + (left: JournalLedger, right: JournalLedger) -> JournalLedger {
        var sum = right.outcomes.reduce(into: left) { $0.add($1.entries, of: $1.name) }
        sum.damagedSlots += right.damagedSlots
        sum.add(right.rebuiltSlots, of: rebuiltName)
        return sum
    }
}
