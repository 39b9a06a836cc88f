import IlkVocabulary

/// Measures a text whose tokens, sentences and lines are known, in one pass each over its bytes, lines and
/// words.
package enum FeatureSurvey {
    package static func measure(_ text: inout AnalyzedText, level: FeatureLevel, distinct: HashSet) {
        // The outputs are moved out and back, so that they can be written in place while the rest of the text
        // is borrowed.
        var classes: [WordClass] = []
        var features = TextFeatures.zero
        text.featureLevel = level
        text.features.clear()
        swap(&classes, &text.wordClasses)
        swap(&features, &text.features)
        classes.removeAll(keepingCapacity: true)
        classes.append(contentsOf: repeatElement([], count: text.tokenized.words.count))
        classes.withUnsafeMutableBufferPointer { classes in
            features.withUnsafeMutableValues { values in
                let (known, written) = (UnsafeBufferPointer(classes), UnsafeBufferPointer(values))
                AnalyzedText.View.withMemory(of: text, known, written) { view in
                    let words = measure(view, classes, distinct, FeatureValues(values))
                    if level == .all {
                        RequestedFeatures(text: view, features: FeatureValues(values)).measure(words)
                    }
                }
            }
        }
        if level == .all { measureStyle(of: text, &features) }
        swap(&classes, &text.wordClasses)
        swap(&features, &text.features)
    }

    private static func measure(
        _ text: AnalyzedText.View, _ classes: UnsafeMutableBufferPointer<WordClass>, _ distinct: HashSet,
        _ features: FeatureValues
    ) -> WordSurvey {
        var words = WordSurvey()
        var lines = LineSurvey(features)
        var bytes = ByteSurvey(features)
        words.survey(text, classes: classes, lexicon: .standard, seen: distinct)
        lines.survey(text, words: words, marks: &bytes)
        bytes.writeCharacters()
        words.write(to: features)
        features.set(.lowercaseStart, firstLetterIsLower(text.bytes))
        features.set(.finalStop, finalStop(text.bytes) != nil)
        return words
    }

    static func ratio(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }

    private static func firstLetterIsLower(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = 0
        while offset < text.count {
            let byte = text[offset]
            if byte.isASCIILetter { return byte >= UInt8(ascii: "a") }
            if byte < 0x80 {
                offset += 1
                continue
            }
            let (scalar, length) = decodeScalar(text, at: offset)
            let characterClass = ScalarClasses.find(scalar)
            if !characterClass.isDisjoint(with: .letter) { return characterClass.contains(.lower) }
            offset += length
        }
        return false
    }

    /// Returns the terminator at the end of the text, before closing marks and white space, or `nil`.
    static func finalStop(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var upper = bytes.count
        while upper > 0, bytes[upper - 1] <= 0x20 { upper -= 1 }
        while upper > 0, bytes[upper - 1] == UInt8(ascii: "\"") || bytes[upper - 1] == UInt8(ascii: ")") {
            upper -= 1
        }
        guard upper > 0 else { return nil }
        switch bytes[upper - 1] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): return upper - 1..<upper
        default: break
        }
        guard upper >= 3 else { return nil }
        switch (bytes[upper - 3], bytes[upper - 2], bytes[upper - 1]) {
        case (0xE2, 0x80, 0xA6), (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F):
            return upper - 3..<upper
        default: return nil
        }
    }
}
