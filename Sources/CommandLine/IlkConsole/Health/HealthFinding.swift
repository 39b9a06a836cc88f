package import IlkStore

/// One result of a health check.
package struct HealthFinding: Encodable {
    /// The name of the checked part, such as `SQLite`.
    package let subject: String
    /// `true` if the check found no fault.
    package let isSound: Bool
    /// The state of the checked part, in words.
    package let detail: String

    /// Creates the result for one part. The part is sound if `fault` is `nil`.
    package init(_ subject: String, _ detail: String = "", fault: String? = nil) {
        self.subject = subject
        isSound = fault == nil
        self.detail = fault ?? detail
    }

    /// Creates the result for the ledger of a journal. The ledger counts the accepted and the stored entries.
    package init(of ledger: JournalLedger, subject: String) {
        let lost = ledger.lost.values.reduce(0, +) + ledger.dropped.values.reduce(0, +)
        self.subject = subject
        isSound = ledger.isBalanced
        detail =
            "\(ledger.accepted) accepted, \(ledger.stored) stored, \(ledger.pending) pending, "
            + "\(lost) lost, \(ledger.quarantined) in quarantine"
            + Self.slots(ledger)
            + (ledger.isBalanced || ledger.damagedSlots > 0 ? "" : ": the counts do not add up")
    }

    /// Returns a description of the damage to the ledger file, or an empty string.
    private static func slots(_ ledger: JournalLedger) -> String {
        var text = ""
        if ledger.rebuiltSlots > 0 {
            text += "; \(ledger.rebuiltSlots) damaged slots of the ledger file were rebuilt from the database"
        }
        if ledger.damagedSlots > 0 {
            text +=
                "; \(ledger.damagedSlots) slots of the ledger file are damaged; the next writer rebuilds them"
        }
        return text
    }
}
