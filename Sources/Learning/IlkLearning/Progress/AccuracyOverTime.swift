/// The accuracy on reviewed texts over time, in blocks with about equal numbers of texts.
public struct AccuracyOverTime: Sendable, Hashable {
    /// One block: successive texts in the order of their times, with the accuracy of their predictions.
    public struct Block: Sendable, Hashable {
        /// The time of the first text, in seconds since 1970-01-01T00:00:00Z.
        public var start: Double
        /// The time of the last text, in seconds since 1970-01-01T00:00:00Z.
        public var end: Double
        /// The mean time of all texts of the block, in seconds since 1970-01-01T00:00:00Z.
        public var middle: Double
        /// The counts of predictions for the texts of the block.
        public var tally: PredictionTally

        fileprivate init?(_ texts: ArraySlice<ReviewedText>) {
            guard let first = texts.first, let last = texts.last else { return nil }
            start = first.time
            end = last.time
            middle = texts.reduce(0) { $0 + $1.time / Double(texts.count) }
            tally = PredictionTally()
            for text in texts { tally.add(text) }
        }
    }

    /// The maximum number of blocks.
    public static let maximumBlocks = 20
    /// The minimum number of texts in a block.
    public static let minimumTexts = 10

    /// The blocks, oldest first. Empty with fewer than ``minimumTexts`` texts.
    public let blocks: [Block]
    /// The older and the newer half of the texts, or `nil` with fewer than twice ``minimumTexts`` texts.
    public let halves: Halves?

    /// The older and the newer half of the texts.
    public struct Halves: Sendable, Hashable {
        /// The predictions on the older half.
        public var older: PredictionTally
        /// The predictions on the newer half.
        public var newer: PredictionTally

        /// `true` if the 95 % confidence intervals of the accuracies do not overlap.
        public var differ: Bool {
            let (before, after) = (older.accuracy.interval(), newer.accuracy.interval())
            return before.upper < after.lower || after.upper < before.lower
        }
    }

    /// Divides texts into blocks.
    ///
    /// - Parameter texts: The texts in the order of time.
    init(_ texts: [ReviewedText]) {
        func blocks(_ count: Int) -> [Block] {
            (0..<count).compactMap { place in
                Block(texts[place * texts.count / count..<(place + 1) * texts.count / count])
            }
        }
        let count = texts.count / Self.minimumTexts
        self.blocks = blocks(min(Self.maximumBlocks, count))
        let halves = count < 2 ? [] : blocks(2)
        self.halves = halves.first.map { Halves(older: $0.tally, newer: halves[1].tally) }
    }
}
