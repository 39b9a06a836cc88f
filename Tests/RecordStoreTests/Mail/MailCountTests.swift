import IlkMail
import Foundation
import MailTestSupport
import TestSupport
import Testing

@Suite struct `Maintained counts of a mail store` {
    /// Compares the counts with a recount after random operations. `make mail-proof` runs a million
    /// operations.
    @Test(arguments: [UInt64(1), 2])
    func `equal a recount after random operations`(_ seed: UInt64) async throws {
        try await MailTestLocation.memory.withStore { fixture in
            var run = MailOperations(fixture.service, fixture.account, seed: seed)
            for _ in 0..<(TestLength.isLong ? 5 : 2) {
                try await run.perform(1000)
                #expect(try await fixture.countMismatches() == [], "seed \(seed)")
            }
            #expect(try await fixture.emails.count() > 0)
        }
    }
}
