import IlkMail
import Foundation
import MailTestSupport
import Testing

@Suite struct `The kept counts of mail` {
    /// Random operations, held to a recount; a million of them by `make mail-proof`.
    @Test(arguments: [UInt64(1), 2])
    func `are those of a recount after any operations`(_ seed: UInt64) async throws {
        try await MailPlace.memory.withStore { house in
            var run = MailOperations(house.service, house.account, seed: seed)
            for _ in 0..<5 {
                try await run.perform(1000)
                #expect(try await house.drifts() == [], "seed \(seed)")
            }
            #expect(try await house.emails.count() > 0)
        }
    }
}
