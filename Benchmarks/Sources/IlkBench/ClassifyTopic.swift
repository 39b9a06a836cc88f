import Foundation
import IlkLearning
import IlkModels
import IlkPipeline
import IlkText
import IlkTraining
import IlkVocabulary

/// The throughput of scoring and classifying in process on one thread, one text at a time, in megabytes per
/// second: `ilk-bench classify --train FILE --test FILE`, NDJSON with `text` and `label`. `--only NAME` runs
/// a single measurement, for profiling. `peers/one_at_a_time.py` runs it alternately with other programs.
enum ClassifyTopic {
    private static let rounds = 9

    static func run() throws {
        guard let train = option("--train"), let test = option("--test") else {
            print("skipped: name labeled texts with --train and --test")
            return
        }
        let labeled = try read(train)
        let texts = try read(test).map { Array($0.text.utf8) }
        let searches: [(String, BayesSearch?)] = [
            ("default training", BayesSearch()), ("all feature groups", nil),
        ]
        for (name, search) in searches where isAsked(name) {
            let taxonomy = TrainingRun.taxonomy(of: labeled, name: "bench")
            let bytes = try TrainingRun(taxonomy: taxonomy, search: search).train(labeled)
            let model = try BayesModel(ModelStorage(copying: bytes))
            let pipeline = Pipeline(classifier: ModelClassifier(model))
            try measure("\(name), scores", texts, pipeline) { session, text, scores in
                session.score(text, into: &scores)
            }
            try measure("\(name), verdicts", texts, pipeline) { session, text, _ in
                _ = session.classify(text)
            }
        }
        let standard = "rules and model of document types"
        guard isAsked(standard) else { return }
        try measure("\(standard), verdicts", texts, try .standard()) { session, text, _ in
            _ = session.classify(text)
        }
    }

    private static func isAsked(_ name: String) -> Bool { option("--only").map { $0 == name } ?? true }

    /// Prints the throughput of a fresh session and of one that has already processed the texts.
    private static func measure(
        _ name: String, _ texts: [[UInt8]], _ pipeline: Pipeline,
        _ body: (PipelineSession, UnsafeBufferPointer<UInt8>, inout [Double]) -> Void
    ) throws {
        var scores = [Double](repeating: 0, count: pipeline.taxonomy.count)
        var (fresh, steady): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let session = try pipeline.makeSession()
            texts[0].withUnsafeBufferPointer { body(session, $0, &scores) }
            func pass() -> Double {
                processorTime {
                    for text in texts { text.withUnsafeBufferPointer { body(session, $0, &scores) } }
                }
            }
            fresh.append(pass())
            steady.append(min(pass(), pass()))
        }
        let megabytes = Double(texts.reduce(0) { $0 + $1.count }) / 1e6
        func rate(_ seconds: [Double]) -> String {
            String(format: "%.1f", megabytes / Measurement.median(seconds))
        }
        print("\(name): \(rate(steady)) MB/s, \(rate(fresh)) MB/s in a new session")
    }

    private static func processorTime(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }

    private static func option(_ name: String) -> String? {
        let words = CommandLine.arguments
        return words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }

    private static func read(_ path: String) throws -> [LabeledText] {
        LabeledTextFile([UInt8](try Data(contentsOf: URL(filePath: path)))).texts
    }
}
