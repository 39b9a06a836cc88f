import IlkLearning
import IlkModels
import IlkTraining
import IlkVocabulary
import TestSupport
import Testing

/// Trainings with a time limit. The time is the number of times that it was read, so that the results do not
/// depend on the machine.
@Suite struct `Trainings with a time limit` {
    /// A clock that advances by a second each time it is read.
    private final class StepClock {
        private(set) var seconds = 0.0

        func budget(_ limit: Double) -> TimeBudget {
            TimeBudget(seconds: limit) { [self] in
                seconds += 1
                return seconds
            }
        }
    }

    private static let taxonomy = Taxonomy(name: "made", categories: ["a", "b", "c"])
    private static let several = Taxonomy(name: "made", categories: ["a", "b", "c"], isMultilabel: true)

    private static func texts(_ count: Int, hasSources: Bool = false, isMultilabel: Bool = false)
        -> [LabeledText]
    {
        var generator = SeededGenerator(seed: 11)
        return (0..<count).map { index in
            let label = taxonomy.categories[index % 3]
            let words = (0..<6).map { _ in "w\("abcdefgh".randomElement(using: &generator) ?? "a")" }
            var text = LabeledText(
                text: words.joined(separator: " ") + " k\(label.rawValue)", category: label,
                source: hasSources ? "source \(index / 3 % 4)" : nil)
            if isMultilabel, index % 4 == 0 { text.categories = [] }
            return text
        }
    }

    /// A training: the bytes of its model, and the mark that it reports.
    struct Training: Sendable, CustomTestStringConvertible {
        typealias Run = @Sendable (TimeBudget?) throws -> (bytes: [UInt8], mark: TimeLimitMark?)

        var testDescription: String
        var run: Run

        init(_ name: String, _ run: @escaping Run) { (testDescription, self.run) = (name, run) }
    }

    private static func bayes(_ texts: [LabeledText], most: Int? = nil) -> Training.Run {
        { budget in
            let made = try TrainingRun(taxonomy: taxonomy).run(
                texts, options: ModelFileOptions(includesCounts: false, maximumBytes: most), budget: budget)
            return (made.bytes, made.timeLimit)
        }
    }

    private static func auto(_ texts: [LabeledText], most: Int? = nil) -> Training.Run {
        { budget in
            let made = try AutomaticTrainingRun(taxonomy: taxonomy).train(
                texts, options: ModelFileOptions(includesCounts: false, maximumBytes: most), budget: budget)
            return (made.bytes, made.timeLimit)
        }
    }

    private static func linear(_ taxonomy: Taxonomy, _ texts: [LabeledText]) -> Training.Run {
        { budget in
            let made = try LinearTrainingRun(taxonomy: taxonomy).train(texts, budget: budget)
            return (made.bytes, made.timeLimit)
        }
    }

    static let trainings = [
        Training("bayes", bayes(texts(60))),
        Training("bayes, with sources", bayes(texts(72, hasSources: true))),
        Training("linear", linear(taxonomy, texts(60))),
        Training("linear, with several labels", linear(several, texts(60, isMultilabel: true))),
        Training("auto", auto(texts(102))),
    ]

    @Test(arguments: trainings)
    func `a limit that is not reached does not change the model`(_ training: Training) throws {
        let limited = try training.run(StepClock().budget(.infinity))
        #expect(limited.mark == nil)
        #expect(try limited.bytes == training.run(nil).bytes)
    }

    @Test(arguments: trainings)
    func `a limit gives a marked model, or an error if no model is complete`(_ training: Training) throws {
        let whole = StepClock()
        _ = try training.run(whole.budget(.infinity))
        var isMade = false
        var parts: Set<TimeLimitMark.Part> = []
        for limit in stride(from: 1, to: whole.seconds, by: whole.seconds / (TestLength.isLong ? 24 : 8)) {
            let clock = StepClock()
            let made: (bytes: [UInt8], mark: TimeLimitMark?)
            do {
                made = try training.run(clock.budget(limit))
            } catch is TimeLimitReached {
                #expect(!isMade, "a shorter limit gave a model: \(limit)")
                continue
            }
            isMade = true
            let mark = try #require(made.mark, "\(limit) of \(whole.seconds)")
            #expect(mark.seconds == limit && !mark.parts.isEmpty)
            parts.formUnion(mark.parts)
            #expect(clock.seconds <= limit + 20, "the training ends soon after the limit")
            let model = try ModelReader.read(ModelStorage(copying: made.bytes))
            #expect(model.manifest.timeLimit == mark)
            let card = try #require(model.card)
            #expect(card.contains("Training was \(mark.phrase)."))
        }
        #expect(isMade && !parts.isDisjoint(with: [.search, .comparison]), "\(parts)")
    }

    @Test func `the shortest limit gives an error`() throws {
        for training in Self.trainings {
            #expect(throws: TimeLimitReached.self) { try training.run(StepClock().budget(1)) }
        }
    }

    @Test(arguments: TestLength.some(1, of: [14_000, 20_000]))
    func `a marked model is within the size limit`(_ most: Int) throws {
        for training in [
            Training("bayes", Self.bayes(Self.texts(60), most: most)),
            Training("auto", Self.auto(Self.texts(102), most: most)),
        ] {
            let whole = StepClock()
            #expect(try training.run(whole.budget(.infinity)).bytes.count <= most)
            var marked = 0
            let step = whole.seconds / (TestLength.isLong ? 12 : 4)
            for limit in stride(from: whole.seconds / 2, to: whole.seconds, by: step) {
                let made = try training.run(StepClock().budget(limit))
                #expect(made.bytes.count <= most, "\(training.testDescription), \(limit)")
                if made.mark != nil { marked += 1 }
            }
            #expect(marked > 0)
        }
    }

    @Test func `only the time limit is reported if the given settings do not fit the size limit`() throws {
        let most = 6_000
        let training = Training("bayes", Self.bayes(Self.texts(60), most: most))
        let whole = StepClock()
        #expect(try training.run(whole.budget(.infinity)).bytes.count <= most)
        for limit in stride(from: 1, to: whole.seconds, by: whole.seconds / 12) {
            do {
                #expect(try training.run(StepClock().budget(limit)).bytes.count <= most)
            } catch is TimeLimitReached {
                continue
            }
        }
    }

    @Test func `a part of a budget has a share of the remaining time`() {
        var now = 0.0
        let budget = TimeBudget(seconds: 30) { now }
        now = 10
        let half = budget.part(0.5)
        #expect(half.seconds == 30, "marks state the limit of the whole training")
        now = 19.9
        #expect(throws: Never.self) { try half.check() }
        now = 20
        #expect(throws: TimeLimitReached.self) { try half.check() }
        #expect(throws: Never.self) { try budget.check() }
        now = 40
        #expect(throws: TimeLimitReached.self) { try budget.check() }
        #expect(throws: TimeLimitReached.self) { try budget.part(0.5).check() }
    }

    @Test func `a mark states the limit and the parts that were not completed`() throws {
        let mark = try #require(TimeLimitMark(seconds: 30, parts: [.search, .fit]))
        #expect(
            mark.phrase.hasPrefix(
                "stopped by its time limit of 30 s during the search for settings and the fit of the weights."
            )
        )
        #expect(try #require(TimeLimitMark(seconds: 0.5, parts: [.comparison])).phrase.contains("of 0.5 s"))
        #expect(TimeLimitMark(seconds: 30, parts: []) == nil)
    }
}
