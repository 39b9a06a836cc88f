import IlkText
import IlkVocabulary

/// The explanation of a feature.
enum FeatureExplanation {
    /// Returns the evidence of a feature of a text.
    ///
    /// - Parameters:
    ///   - part: The feature, or a span with all its n-grams.
    ///   - weights: The weight for each label.
    ///   - analysis: The analyzed text. It provides an example if the name of the feature stands for several
    ///     words, as `<url>` does.
    ///   - letters: The n-gram that a span is named after, or `nil`.
    static func evidence(
        _ stream: FeatureStream, _ part: EvidencePart, _ weights: [Double], of analysis: AnalyzedText,
        letters: String? = nil
    ) -> Evidence {
        let name = stream.name(part.index)
        let place = stream.places[part.index]
        guard let tokens = stream.group.tokens else {
            let id = StyleReader.id(of: name)
            let detail = StylePhrase.text(id, quoting: example(place, analysis.bytes)) {
                analysis.features[$0] == 1
            }
            return Evidence(type: .feature, id: id, detail: detail, spans: [], weights: weights)
        }
        let token = TokenName(name, in: tokens)
        return Evidence(
            type: .token, id: token.id,
            detail: token.isGeneric ? example(place, analysis.bytes) : token.hasLetters ? letters : nil,
            spans: ([place] + part.again).map { TextSpan(Int($0.lower), Int($0.upper)) }, weights: weights)
    }

    /// The maximum number of bytes of a span from which an example is made. ``Evidence`` cuts the example
    /// further, to fewer characters.
    private static let exampleLength = 160

    /// Returns the text of a span without white space around it, or `nil` if it is empty.
    private static func example(_ span: FeatureStream.Span, _ bytes: [UInt8]) -> String? {
        let text = bytes[Int(span.lower)..<Int(span.upper)]
        guard let first = text.firstIndex(where: { $0 > 0x20 }),
            let last = text.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        return Evidence.example(String(decoding: text[first...last].prefix(exampleLength), as: UTF8.self))
    }
}

extension FeatureGroup {
    /// The group as a ``TokenName`` group, or `nil` for style features, which are not tokens.
    fileprivate var tokens: TokenName.Group? {
        switch self {
        case .style: nil
        case .unigrams: .unigrams
        case .characterNgrams: .characterNgrams
        case .skeletonBigrams: .skeletonBigrams
        case .bigrams: .bigrams
        case .wordNgrams: .wordNgrams
        }
    }
}

/// A piece of evidence: a feature, or a span with all its character n-grams.
struct EvidencePart {
    /// The index of its first feature.
    var index: Int
    /// The number of its features.
    var count = 1
    /// The sum of its features' integer weights for each label.
    var sums: [Int]
    /// The positions of further occurrences in the text.
    var again: [FeatureStream.Span] = []
}

extension FeatureStream {
    /// Returns the pieces of evidence with non-zero weights, in the order of the text.
    ///
    /// - Parameter add: Adds the weights of a feature, given by its hash, to the sums of the labels.
    func parts(categories: Int, _ add: (_ hash: UInt64, _ sums: inout [Int]) -> Void) -> [EvidencePart] {
        var parts: [EvidencePart] = []
        var index = 0
        while index < count {
            var part = EvidencePart(index: index, sums: [Int](repeating: 0, count: categories))
            repeat {
                add(hashes[index], &part.sums)
                index += 1
            } while index < count && group == .wordNgrams && names[index] == names[part.index]
            part.count = index - part.index
            // An unknown feature has no weights for further occurrences either.
            if part.sums.contains(where: { $0 != 0 }) { parts.append(part) }
        }
        return parts
    }

    /// The maximum number of characters of a span that is named after an n-gram.
    private static let longestNamed = 64

    /// Returns the n-gram that a span is named after: the longest that contributes at least half as much to the
    /// weights of the span as the strongest. Returns `nil` if no n-gram contributes, or for a very long span.
    ///
    /// - Parameters:
    ///   - part: The span.
    ///   - factors: The factor of the integer weights for each label.
    ///   - isForEachLabel: `true` if labels do not compete, as in a multi-label taxonomy.
    ///   - add: Adds the weights of a feature, given by its hash, to the sums of the labels.
    /// - Complexity: O(*n*) in the length of the span.
    func letters(
        of part: EvidencePart, _ factors: [Double], isForEachLabel: Bool,
        _ add: (_ hash: UInt64, _ sums: inout [Int]) -> Void
    ) -> String? {
        guard group == .wordNgrams else { return nil }
        let word = name(part.index)
        let characters = [" "] + word.unicodeScalars + [" "]
        guard characters.count <= Self.longestNamed + 2 else { return nil }
        let ranges = WordNgramReader.ranges(ofCharacters: characters.count)
        guard ranges.count == part.count else { return nil }
        let isEdge = Self.edges(of: word)
        let total = factors.indices.map { Double(part.sums[$0]) * factors[$0] }
        // Of competing labels only the differences count.
        let mean = isForEachLabel ? 0 : total.reduce(0, +) / Double(total.count)
        let directions = factors.indices.map { (total[$0] - mean) * factors[$0] }
        let shares = ranges.indices.map { ngram in
            var sums = [Int](repeating: 0, count: factors.count)
            add(hashes[part.index + ngram], &sums)
            return zip(sums, directions).reduce(0) { $0 + Double($1.0) * $1.1 }
        }
        guard let most = shares.max(), most > 0 else { return nil }
        let visible = ranges.indices.filter { shares[$0] >= most / 2 }
            .map { ranges[$0].clamped(to: 1..<characters.count - 1) }
            .filter { !$0.isEmpty && isEdge[$0.lowerBound - 1] && isEdge[$0.upperBound - 1] }
        return visible.max { $0.count < $1.count }.map { String(String.UnicodeScalarView(characters[$0])) }
    }

    /// Returns for each scalar of a word, and for its end, whether a character begins there.
    private static func edges(of word: String) -> [Bool] {
        var edges = word.flatMap { character in
            character.unicodeScalars.indices.map { $0 == character.unicodeScalars.startIndex }
        }
        // A mark at the beginning would join a quotation mark before it.
        if word.unicodeScalars.first?.properties.isGraphemeExtend == true { edges[0] = false }
        return edges + [true]
    }
}
