/// Labelled texts of our own words, made from a seed.
public struct GeneratedTexts {
    private var state: UInt64

    /// Texts of a seed.
    public init(seed: UInt64) { state = seed }

    /// The labels, which no built-in rule knows, and the words that tell them apart.
    private static let topics: [(label: String, words: [String])] = [
        ("garden", ["rake", "seedlings", "compost", "hedge", "tulips", "watering", "beds", "shed"]),
        ("kitchen", ["skillet", "dough", "simmer", "onions", "oven", "whisk", "broth", "ladle"]),
        ("harbour", ["mooring", "tide", "rigging", "hull", "buoy", "anchor", "ferry", "deck"]),
    ]
    private static let common = [
        "the", "we", "then", "after", "with", "a", "some", "early", "again", "before",
    ]

    /// Lines of labelled NDJSON, the labels in turn; each label's texts come from `sources` sources.
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
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}

extension MachineUser {
    /// Writes so many labelled texts of a seed.
    ///
    /// - Returns: The path of the file.
    public func corpus(seed: UInt64, _ count: Int = 180) throws -> String {
        var texts = GeneratedTexts(seed: seed)
        return try write("corpus-\(seed).jsonl", texts.lines(count))
    }
}
