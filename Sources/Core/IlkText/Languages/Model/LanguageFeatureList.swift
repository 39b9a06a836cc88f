/// The features of a text as a list: what a model is counted from. The reader is the one that guesses.
package struct LanguageFeatureList: LanguageSink {
    /// What a feature is.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case run2 = 2, run3, run4, run5, word, ideograph
    }

    /// A feature of the text.
    package struct Feature: Sendable {
        /// Its name, as a number.
        package var key: UInt64
        package var kind: Kind
        package var group: LanguageGroup
    }

    /// What was found, in order, as often as it occurs.
    package private(set) var features: [Feature] = []
    /// Words as in code.
    package private(set) var codeWords = 0
    /// Other words.
    package private(set) var words = 0

    package init() {}

    /// Reads a whole text, whatever its length.
    package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        features.removeAll(keepingCapacity: true)
        codeWords = 0
        words = 0
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: LanguageReader.windowCount) { windows in
            LetterClass.table.withUnsafeBufferPointer { classes in
                LanguageReader(bytes, classes, windows).read(0..<bytes.count, into: &self)
            }
        }
    }

    /// The hash by which a model's tables are entered.
    package static func hash(_ key: UInt64) -> UInt64 { LanguageFeature.hash(key) }

    mutating func word(_ windows: UnsafeBufferPointer<UInt64>, of group: LanguageGroup, isCapital: Bool) {
        let count = windows.count - 1
        words += 1
        for index in 0...count {
            for order in 2...min(index + 2, LanguageFeature.longestRun) {
                // With both its edges a run is a whole word.
                let isWord = index == count && order == count + 2
                let kind = isWord ? .word : Kind(rawValue: UInt8(order)) ?? .run5
                add(LanguageFeature.run(windows[index], order), kind, group)
            }
        }
        if count >= LanguageFeature.shortestWord { add(LanguageFeature.word(windows), .word, group) }
    }

    mutating func codeWord() { codeWords += 1 }

    mutating func letter(_ scalar: UInt32) {}

    mutating func ideograph(_ scalar: UInt32) {
        add(LanguageFeature.ideograph(scalar), .ideograph, .han)
    }

    private mutating func add(_ key: UInt64, _ kind: Kind, _ group: LanguageGroup) {
        features.append(Feature(key: key, kind: kind, group: group))
    }
}
