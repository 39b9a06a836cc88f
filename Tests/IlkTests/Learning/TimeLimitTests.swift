import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkModels
import IlkVocabulary
import Synchronization
import Testing

/// The registration of models with a time limit. The clock advances by a second each time it is read, so that
/// the results do not depend on the machine.
@Suite struct `Registration with a time limit` {
    private typealias Category = IlkVocabulary.Category

    private final class StepClock: Clock {
        struct Instant: InstantProtocol {
            var seconds: Int

            func advanced(by duration: Duration) -> Instant {
                Instant(seconds: seconds + Int(duration.components.seconds))
            }

            func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }

            static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
        }

        private let reads = Mutex(0)

        var now: Instant {
            reads.withLock {
                $0 += 1
                return Instant(seconds: $0)
            }
        }
        var minimumResolution: Duration { .seconds(1) }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    private static let texts = ["hose", "pump"].flatMap { word in
        (0..<40).map {
            LabeledText(text: "the \(word) of \(["yard", "barn"][$0 % 2])", category: Category(word))
        }
    }

    /// Trains and registers a model.
    ///
    /// - Parameter limit: The time limit in readings of the clock.
    private static func register(_ limit: Double, in fixture: RetrainingFixture) throws -> RegistrationReport
    {
        let training = ModelTraining(taxonomyName: "tools", folders: fixture.folders)
        let registration = ModelRegistration(
            name: "tools", signature: ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0)),
            folders: fixture.folders
        ) {}
        let budget = ModelTraining.budget(seconds: limit, on: StepClock())
        return try registration.run(texts, files: ["list"], training) { texts, taxonomy, share in
            try training.train(texts, taxonomy, budget: budget, share: share) { _ in }
        }
    }

    @Test func `a limit that is too short registers nothing`() throws {
        let fixture = try RetrainingFixture()
        let error = #expect(throws: IlkError.self) { try Self.register(3, in: fixture) }
        #expect(error?.description == "the time limit ended the training before a model was complete")
        #expect(error?.kind == .usage && error?.hint != nil)
        #expect(try LabelSetCatalog(folders: fixture.folders).existing("tools") == nil)
    }

    @Test func `the report, the manifest and the card of a stopped training state it`() throws {
        var limit = 100.0
        var report: RegistrationReport?
        var fixture = try RetrainingFixture()
        while report == nil {
            fixture = try RetrainingFixture()
            do {
                report = try Self.register(limit, in: fixture)
            } catch is IlkError {
                limit += 50
            }
        }
        let made = try #require(report)
        let mark = try #require(made.trained.timeLimit, "the shortest limit with a model ends the training")
        #expect(mark.seconds == limit && mark.parts.contains(.search))
        let fields = String(decoding: try JSONEncoder().encode(made.fields), as: UTF8.self)
        #expect(fields.contains(#""timeLimit":{"#) && fields.contains(#""parts":["#), "\(fields)")
        let registry = ModelRegistry(folder: fixture.folders.models, taxonomy: "tools")
        #expect(try registry.manifest(version: made.version).timeLimit == mark)
        let card = try #require(try registry.card(version: made.version))
        #expect(card.contains("Training was stopped by its time limit of \(Int(limit)) s during the search"))
        let whole = try RetrainingFixture()
        #expect(try Self.register(1e9, in: whole).trained.timeLimit == nil)
    }
}
