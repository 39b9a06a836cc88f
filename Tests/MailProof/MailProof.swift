import Foundation
import IlkMail
import IlkStore
import MailTestSupport

/// Checks of mail: `counts FILE OPERATIONS SEED`, `scale FILE MESSAGES`, `hard`, `speed MAILBOX FILE`.
#if !FUZZING
    @main
#endif
enum MailProof {
    static func main() async throws {
        // Use the same setting as the program.
        Store.disableMemoryStatistics()
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first ?? "", words.count) {
        case ("counts", 4): try await counts(words[1], Int(words[2]) ?? 0, UInt64(words[3]) ?? 1)
        case ("scale", 3): try await MailScale(path: words[1]).run(Int(words[2]) ?? 0)
        #if Mail
            case ("hard", 1): try HardMailRun().run()
            case ("speed", 3): try await MailSpeed(mailbox: words[1], store: words[2]).run()
        #endif
        default:
            print("counts FILE OPERATIONS SEED | scale FILE MESSAGES | hard | speed MAILBOX FILE")
            exit(64)
        }
    }

    /// Performs random operations and audits the stored counts after every 50,000.
    private static func counts(_ path: String, _ operations: Int, _ seed: UInt64) async throws {
        let service = try DatabaseService.open(.file(path))
        let account = Account(email: "me@example.com")
        try await service.accounts.save(account)
        var run = MailOperations(service, account, seed: seed)
        let start = ContinuousClock.now
        var done = 0
        while done < operations {
            let step = min(50_000, operations - done)
            try await run.perform(step)
            done += step
            let drifts = try await MailAudit.mismatches(of: service)
            guard drifts.isEmpty else {
                print("seed \(seed), after \(done) operations: \(drifts.joined(separator: "; "))")
                exit(1)
            }
        }
        print("\(done) operations, seed \(seed): no drift, \((ContinuousClock.now - start) / .seconds(1)) s")
        try service.close()
    }
}

#if FUZZING
    #if Mail
        private let fuzzed = try? FuzzedMail()  // Without it, inputs are ignored.

        /// The entry point of libFuzzer, which calls it from one thread only.
        @_cdecl("LLVMFuzzerTestOneInput")
        public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
            fuzzed?.parse(UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
    #endif
#endif
