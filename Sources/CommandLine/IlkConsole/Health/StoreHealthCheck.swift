import FoundationEssentials
package import IlkStore

/// A check of one store's file.
package struct StoreHealthCheck {
    /// The name of the store, as in its command.
    package let subject: String
    /// Runs the check and returns its findings. If the argument is `true`, the check includes indexes,
    /// checksums and stored counts, which takes longer.
    package let findings: (_ isThorough: Bool) async -> [HealthFinding]

    /// Creates a check.
    ///
    /// - Parameter describe: Returns the size of the store's content, such as "3 entries", a remark about
    ///   this content, and the ledger of the journal. The ledger is `nil` if the store has no journal.
    package init<Examined: StoreFile>(
        _ subject: String, _ path: String, _ open: @escaping () throws -> Examined,
        describe: @escaping (Examined) async throws -> (String, String, JournalLedger?)
    ) {
        self.subject = subject
        findings = { await Self.examine(subject, path, isThorough: $0, open, describe) }
    }

    private static func examine<Examined: StoreFile>(
        _ subject: String, _ path: String, isThorough: Bool, _ open: () throws -> Examined,
        _ describe: (Examined) async throws -> (String, String, JournalLedger?)
    ) async -> [HealthFinding] {
        guard FileManager.default.fileExists(atPath: path) else {
            return [HealthFinding(subject, "none yet (\(path))")]
        }
        do {
            let store = try open()
            let (amount, more, ledger) = try await describe(store)
            let schema = try await store.schemaVersion()
            var fault = try await store.fault(thorough: isThorough)
            if fault == nil, let purged = store as? any RecordStore, try await purged.isPurgeUnfinished() {
                fault = "a purge was interrupted: complete it with: ilk \(subject) purge --resume"
            }
            try store.close()
            let says =
                "\(amount), \(StoreLocation.file(path).bytes) bytes, \(more); "
                + "schema \(schema.file) of \(schema.program) (\(path))"
            return [HealthFinding(subject, says, fault: fault)]
                + (ledger.map { [HealthFinding(of: $0, subject: "\(subject)'s ledger")] } ?? [])
        } catch {
            return [HealthFinding(subject, fault: CommandError(error).what)]
        }
    }
}
