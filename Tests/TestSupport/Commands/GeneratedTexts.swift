/// Labeled texts generated from a seed and a fixed vocabulary.
public struct GeneratedTexts {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed. Equal seeds give equal texts.
    public init(seed: UInt64) { state = seed }

    /// The labels, which no built-in rule uses, and their characteristic words.
    private static let topics: [(label: String, words: [String])] = [
        ("garden", ["rake", "seedlings", "compost", "hedge", "tulips", "watering", "beds", "shed"]),
        ("kitchen", ["skillet", "dough", "simmer", "onions", "oven", "whisk", "broth", "ladle"]),
        ("harbour", ["mooring", "tide", "rigging", "hull", "buoy", "anchor", "ferry", "deck"]),
    ]
    private static let common = [
        "the", "we", "then", "after", "with", "a", "some", "early", "again", "before",
    ]

    /// Returns NDJSON lines with the labels in turn.
    ///
    /// - Parameters:
    ///   - count: The number of lines.
    ///   - sources: The number of sources for each label.
    public mutating func lines(_ count: Int, sources: Int = 3) -> String {
        (0..<count).map { index in
            let topic = Self.topics[index % Self.topics.count]
            let words = (0..<(4 + below(9))).map { place in
                place % 2 == 0 ? topic.words[below(topic.words.count)] : Self.common[below(Self.common.count)]
            }
            let source = "\(topic.label)-\(index / Self.topics.count % sources)"
            return
                #"{"text":"\#(words.joined(separator: " ")).","label":"\#(topic.label)","source":"\#(source)"}"#
                + "\n"
        }.joined()
    }

    private mutating func below(_ limit: Int) -> Int {
        // A linear congruential generator with Knuth's MMIX constants. Its high bits are the most random
        // ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}

extension MachineUser {
    /// Writes generated texts to a file.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - count: The number of texts.
    /// - Returns: The path of the file.
    /// - Throws: Errors of writing the file.
    public func corpus(seed: UInt64, _ count: Int = 180) throws -> String {
        var texts = GeneratedTexts(seed: seed)
        return try write("corpus-\(seed).jsonl", texts.lines(count))
    }
}
