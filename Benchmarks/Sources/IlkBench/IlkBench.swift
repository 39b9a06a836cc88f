import Foundation

/// Compares Ilk with alternatives in one run: `ilk-bench TOPIC...`, or all topics if none is named.
@main
struct IlkBench {
    private static let topics: [(name: String, run: @Sendable () async throws -> Void)] = [
        ("segmentation", SegmentationTopic.run),
        ("sentences", SentencesTopic.run),
        ("features", FeaturesTopic.run),
        ("classify", ClassifyTopic.run),
        ("rules", RulesTopic.run),
        ("nasty", NastyTopic.run),
        ("log", LogTopic.run),
        ("calls", CallsTopic.run),
        ("logger", LoggerTopic.run),
        ("retrain", RetrainTopic.run),
    ]

    static func main() async throws {
        // Options belong to a topic and consist of a name and a value.
        let words = CommandLine.arguments.dropFirst()
        let wanted = words.enumerated().filter { place, word in
            !word.hasPrefix("--") && !(place > 0 && words[place].hasPrefix("--"))
        }.map(\.element)
        let unknown = wanted.filter { name in !topics.contains { $0.name == name } }
        guard unknown.isEmpty else {
            print("topics: " + topics.map(\.name).joined(separator: ", "))
            exit(64)
        }
        for topic in topics where wanted.isEmpty || wanted.contains(topic.name) {
            print("== \(topic.name)")
            try await topic.run()
        }
    }
}
