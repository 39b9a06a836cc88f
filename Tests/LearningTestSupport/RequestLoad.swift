import Foundation
import Ilk
import IlkPipeline
import IlkVocabulary
import StoreTestSupport
import Synchronization

/// Threads that classify the same texts repeatedly and record the scores of each model.
final class RequestLoad: Sendable {
    /// The scores of a model when no other model is active.
    struct ExpectedScores: Sendable {
        var digest: String
        var scores: [[Double]]
    }

    struct ObservedScores: Sendable {
        var requests = 0
        var failed = 0
        /// The number of scores that differ from earlier scores of the same model for the same text.
        var changed = 0
        /// The first scores of each model for each text.
        var answers: [String: [[Double]?]] = [:]

        /// Returns the number of results that differ from the expected results of the model that they name.
        func mixed(_ truth: [ExpectedScores]) -> Int {
            let known = Dictionary(
                truth.map { ($0.digest, $0.scores) }, uniquingKeysWith: { first, _ in first })
            return answers.reduce(changed) { sum, answer in
                guard let scores = known[answer.key] else { return sum + answer.value.count }
                return sum + zip(answer.value, scores).count { $0 != nil && $0 != $1 }
            }
        }

        mutating func add(_ verdict: Verdict, at place: Int, of count: Int) {
            let digest = verdict.provenance.modelDigest ?? ""
            var known = answers[digest] ?? Array(repeating: nil, count: count)
            if let before = known[place] {
                if before != verdict.scores { changed += 1 }
                return
            }
            known[place] = verdict.scores
            answers[digest] = known
        }

        mutating func add(_ other: ObservedScores) {
            requests += other.requests
            failed += other.failed
            changed += other.changed
            for (digest, scores) in other.answers {
                var known = answers[digest] ?? Array(repeating: nil, count: scores.count)
                for (place, score) in scores.enumerated() {
                    if let before = known[place], let score, before != score { changed += 1 }
                    known[place] = known[place] ?? score
                }
                answers[digest] = known
            }
        }
    }

    private let pipeline: ReloadablePipeline
    private let texts: [String]
    private let isOver = Atomic<Bool>(false)
    /// The number of answered requests.
    private let asked = Atomic<Int>(0)
    private let threads: Int
    private let sights = Mutex<(sight: ObservedScores, running: Int)>((ObservedScores(), 0))

    init(pipeline: ReloadablePipeline, texts: [String], threads: Int) {
        self.pipeline = pipeline
        self.texts = texts
        self.threads = threads
    }

    func truth(of pipeline: Pipeline) throws -> ExpectedScores {
        let verdicts = try texts.map { try pipeline.classify($0) }
        return ExpectedScores(
            digest: verdicts.first?.provenance.modelDigest ?? "", scores: verdicts.map(\.scores))
    }

    func start() {
        sights.withLock { $0.running += threads }
        for number in 0..<threads { Thread.detachNewThread { self.work(keepsSession: number % 2 == 0) } }
    }

    /// Makes the threads end, without waiting for them.
    func stop() { isOver.store(true, ordering: .releasing) }

    /// Stops the threads after at least one new request, and returns the results of all threads.
    func stopped() async throws -> ObservedScores {
        // Each thread may be in the middle of a request that began before the call.
        let enough = asked.load(ordering: .relaxed) + threads + 1
        try await eventually("every thread has asked") { asked.load(ordering: .relaxed) >= enough }
        stop()
        try await eventually("every thread has ended") { sights.withLock { $0.running == 0 } }
        return sights.withLock { $0.sight }
    }

    private func work(keepsSession: Bool) {
        var sight = ObservedScores()
        var session = try? pipeline.current.makeSession()  // The failure is counted below.
        while !isOver.load(ordering: .acquiring) || sight.requests < texts.count {
            if keepsSession, session?.pipeline !== pipeline.current {
                session = try? pipeline.current.makeSession()  // The failure is counted below.
            }
            let place = sight.requests % texts.count
            sight.requests += 1
            let verdict: Verdict?
            if keepsSession {
                verdict = session?.classify(texts[place])
            } else {
                verdict = try? pipeline.classify(texts[place])  // The failure is counted below.
            }
            asked.add(1, ordering: .relaxed)
            if let verdict {
                sight.add(verdict, at: place, of: texts.count)
            } else {
                sight.failed += 1
            }
        }
        sights.withLock { state in
            state.sight.add(sight)
            state.running -= 1
        }
    }
}
