import Foundation
import LearningTestSupport
import Testing

@Suite struct `Retraining under load` {
    @Test func `while models are made and put to use no request fails, and each is answered by one model`()
        async throws
    {
        let desk = try RuleDesk()
        let load = RetrainLoad(folder: desk.root.path, retrains: 2, threads: 2, seed: 5)
        let outcome = try await load.run()
        #expect(outcome.failed == 0 && outcome.mixed == 0)
        #expect(outcome.models == 3 && outcome.requests > 96, "\(outcome)")
    }
}
