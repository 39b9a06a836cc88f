import IlkText

/// The list of a text's features for counting. It uses the reader of the classifier.
struct LanguageFeatureList: LanguageSink {
    /// The type of a feature.
    enum Kind: UInt8, CaseIterable, Sendable {
        case run2 = 2, run3, run4, run5, word, ideograph
    }

    struct Feature: Sendable {
        /// The key, which identifies the feature.
        var key: UInt64
        var kind: Kind
        var group: LanguageGroup
    }

    /// The features in order of occurrence, with repetitions.
    private(set) var features: [Feature] = []

    /// Reads a whole text of any length.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        features.removeAll(keepingCapacity: true)
        LanguageReader.read(bytes, into: &self)
    }

    mutating func word(_ windows: UnsafeBufferPointer<UInt64>, of group: LanguageGroup, isCapital: Bool) {
        let count = windows.count - 1
        for index in 0...count {
            for order in 2...min(index + 2, LanguageFeature.longestRun) {
                // A character n-gram with both edges is a whole word.
                let isWord = index == count && order == count + 2
                let kind = isWord ? .word : Kind(rawValue: UInt8(order)) ?? .run5
                add(LanguageFeature.ngram(windows[index], order), kind, group)
            }
        }
        if count >= LanguageFeature.shortestWord { add(LanguageFeature.word(windows), .word, group) }
    }

    mutating func codeWord() {}

    mutating func letter(_ scalar: UInt32) {}

    mutating func ideograph(_ scalar: UInt32) {
        add(LanguageFeature.ideograph(scalar), .ideograph, .han)
    }

    private mutating func add(_ key: UInt64, _ kind: Kind, _ group: LanguageGroup) {
        features.append(Feature(key: key, kind: kind, group: group))
    }
}
