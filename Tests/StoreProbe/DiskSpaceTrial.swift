import Foundation
import IlkLog
import IlkStore
import IlkVocabulary

/// Takes away the disk space while a journal writes, and returns it. No entry may be lost, no caller may
/// wait, and no intervention may be necessary.
struct DiskSpaceTrial {
    let folder: String

    /// Uses a small separate disk, the rest of which is filled by another file.
    func fillDisk() async throws {
        let ballast = folder + "/ballast"
        try await run(
            take: {
                let descriptor = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                let block = [UInt8](repeating: 1, count: 4096)
                while write(descriptor, block, block.count) > 0 {}
                close(descriptor)
            }, giveBack: { unlink(ballast) }, expected: .full)
    }

    /// Limits the size of files, which SQLite reports as an I/O error.
    func limitFiles() async throws {
        signal(SIGXFSZ, SIG_IGN)
        func limit(_ bytes: rlim_t) {
            var limits = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
            limits.rlim_cur = min(bytes, limits.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
        }
        try await run(take: { limit(100_000) }, giveBack: { limit(rlim_t.max) }, expected: .io)
    }

    private func run(
        take: () -> Void, giveBack: () -> Void, expected: StoreError.Code
    ) async throws {
        let path = folder + "/log.db"
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store, JournalSettings(maximumEntries: 300, overflow: .drop))
        await log(0..<20, to: logger)
        guard await logger.flush() == .reached else {
            throw ViolatedGuarantee(description: "not written with free space")
        }
        take()
        var slowest = Duration.zero
        for number in 20..<400 {
            let before = ContinuousClock.now
            await log(number..<number + 1, to: logger)
            slowest = max(slowest, ContinuousClock.now - before)
        }
        let error = await firstError(store)
        guard error == expected else {
            throw ViolatedGuarantee(description: "\(String(describing: error)), not \(expected)")
        }
        let squeezed = logger.ledger
        guard squeezed.isBalanced, squeezed.dropped[.full] ?? 0 > 0 else {
            throw ViolatedGuarantee(description: "squeezed: \(squeezed)")
        }
        giveBack()
        let free = ContinuousClock.now
        guard await logger.flush(.synced) == .reached else {
            throw ViolatedGuarantee(description: "not written after space was freed")
        }
        let recovery = ContinuousClock.now - free
        let ledger = await logger.close()
        guard ledger.isBalanced, ledger.pending == 0, try await store.count() == ledger.stored,
            try await store.ledger() == ledger, try await store.fault() == nil
        else { throw ViolatedGuarantee(description: "after \(recovery): \(ledger)") }
        try store.close()
        StoreProbe.say(
            "stored \(ledger.stored), dropped \(ledger.dropped[.full] ?? 0), written \(recovery) after space was "
                + "freed, slowest call \(slowest)")
    }

    /// Returns the error that a waiting writer receives.
    private func firstError(_ store: ClassificationLogStore) async -> StoreError.Code? {
        let entry = try? await store.entry(.newest(1))  // It was flushed, so it exists.
        for _ in 0..<400 {
            guard let entry else { return nil }
            do {
                // Too large for the remaining space.
                try await store.correct(
                    .id(entry.id), to: .email, author: String(repeating: "x", count: 500_000))
                return nil
            } catch let error as StoreError where error.code != .busy {
                return error.code
            } catch {
                continue
            }
        }
        return nil
    }

    private func log(_ numbers: Range<Int>, to logger: ClassificationLogger) async {
        for number in numbers {
            await ProbeSupport.log("\(number) " + String(repeating: "x", count: 4000), to: logger)
        }
    }
}
