import Ilk
import IlkPipeline
import IlkVocabulary
import Synchronization
import Testing

/// Tasks that classify texts while a test reloads the rules or the model of their pipeline.
struct PipelineReaders: Sendable {
    let pipeline: ReloadablePipeline
    let texts: [String]
    /// `true` to collect evidence.
    var isExplaining = false
    /// Returns a description of an unexpected verdict on the text with an index, or `nil`.
    let mistake: @Sendable (_ text: Int, Verdict) -> String?

    /// Tells tasks to stop.
    private final class End: Sendable {
        let hasCome = Atomic<Bool>(false)
    }

    /// Runs a function while tasks classify, and checks that each task got only expected verdicts.
    func run(tasks: Int, during body: () throws -> Void) async throws {
        let end = End()
        try await withThrowingTaskGroup(of: (texts: Int, mistakes: [String]).self) { group in
            for task in 0..<tasks {
                group.addTask { try classify(until: end, keepsSession: task % 2 == 0) }
            }
            do {
                defer { end.hasCome.store(true, ordering: .releasing) }
                try body()
            }
            for try await result in group {
                #expect(result.mistakes.isEmpty, "\(result.mistakes.prefix(3))")
                #expect(result.texts > 0)
            }
        }
    }

    private func classify(until end: End, keepsSession: Bool) throws -> (texts: Int, mistakes: [String]) {
        var (count, mistakes) = (0, [String]())
        var session = try pipeline.current.makeSession()
        while !end.hasCome.load(ordering: .acquiring) || count == 0 {
            if keepsSession, session.pipeline !== pipeline.current {
                session = try pipeline.current.makeSession()
            }
            let place = count % texts.count
            let verdict =
                keepsSession
                ? session.classify(texts[place], explaining: isExplaining)
                : try pipeline.classify(texts[place], explaining: isExplaining)
            count += 1
            if let mistake = mistake(place, verdict) { mistakes.append(mistake) }
        }
        return (count, mistakes)
    }
}
