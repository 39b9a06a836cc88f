import Foundation
import LearningTestSupport
import Testing

@Suite struct `Retraining under load` {
    @Test func `no request fails or mixes models while models are trained and promoted`()
        async throws
    {
        let desk = try RuleTestFolder()
        let load = RetrainLoad(folder: desk.root.path, retrains: 2, threads: 2, seed: 5)
        let outcome = try await load.run()
        #expect(outcome.failed == 0 && outcome.mixed == 0)
        #expect(outcome.models == 3 && outcome.requests > 96, "\(outcome)")
    }
}
