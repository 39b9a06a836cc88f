import IlkText
import IlkVocabulary

/// The explanation of a feature.
enum FeatureExplanation {
    /// Returns the evidence of a feature of a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text. It provides an example if the name of the feature stands for several
    ///     words, as `<url>` does.
    ///   - letters: The number of the n-gram that an n-gram within a word is named after.
    ///   - again: The positions of further occurrences, for features that count each occurrence.
    static func evidence(
        _ group: FeatureGroup, _ stream: FeatureStream, _ index: Int, _ weights: [Double],
        of analysis: AnalyzedText, letters: Int = 0, again: [FeatureStream.Span] = []
    ) -> Evidence {
        let name = stream.name(index)
        let place = stream.places[index]
        guard let tokens = group.tokens else {
            let id = StyleReader.id(of: name)
            let detail = StylePhrase.text(id, quoting: example(place, analysis.bytes)) {
                analysis.features[$0] == 1
            }
            return Evidence(type: .feature, id: id, detail: detail, spans: [], weights: weights)
        }
        let token = TokenName(name, in: tokens)
        let detail =
            if token.hasLetters {
                WordNgramReader.ngram(letters, of: name).filter { $0 != " " }
            } else {
                token.isGeneric ? example(place, analysis.bytes) : nil
            }
        return Evidence(
            type: .token, id: token.id, detail: detail,
            spans: ([place] + again).map { TextSpan(Int($0.lower), Int($0.upper)) }, weights: weights)
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
    /// The sum of its features' integer weights for each label.
    var sums: [Int]
    /// The positions of further occurrences in the text.
    var again: [FeatureStream.Span] = []
    /// The number of the n-gram within a word that names the piece.
    var letters = 0

    /// Sets ``letters`` to the longest n-gram that contributes at least half as much to the sums as the strongest.
    ///
    /// - Parameters:
    ///   - weights: The integer weights of each n-gram for all labels, one n-gram after the other.
    ///   - word: The word.
    fileprivate mutating func chooseLetters(_ weights: [Int], of word: String) {
        // The covariance with the sums, because a weight that all labels have decides nothing.
        let mean = Double(sums.reduce(0, +)) / Double(sums.count)
        let differences = sums.map { Double($0) - mean }
        let shares = stride(from: 0, to: weights.count, by: sums.count).map { start in
            differences.indices.reduce(0) { $0 + Double(weights[start + $1]) * differences[$1] }
        }
        let enough = 0.5 * (shares.max() ?? 0)
        let candidates = shares.indices.filter { shares[$0] >= enough }
        letters = candidates.max { Self.length($0, word) < Self.length($1, word) } ?? 0
    }

    private static func length(_ ngram: Int, _ word: String) -> Int {
        WordNgramReader.ngram(ngram, of: word).count { $0 != " " }
    }
}

extension FeatureStream {
    /// Returns the pieces of evidence with non-zero weights, in the order of the text.
    ///
    /// - Parameter add: Adds the weights of a feature, given by its hash, to the sums of the labels.
    func parts(categories: Int, _ add: (_ hash: UInt64, _ sums: inout [Int]) -> Void) -> [EvidencePart] {
        var parts: [EvidencePart] = []
        var index = 0
        let zeros = [Int](repeating: 0, count: categories)
        while index < count {
            var part = EvidencePart(index: index, sums: zeros)
            var weights: [Int] = []
            repeat {
                var single = zeros
                add(hashes[index], &single)
                for label in zeros.indices { part.sums[label] += single[label] }
                weights += single
                index += 1
            } while index < count && group == .wordNgrams && names[index] == names[part.index]
            if group == .wordNgrams { part.chooseLetters(weights, of: name(part.index)) }
            // An unknown feature has no weights for further occurrences either.
            if part.sums.contains(where: { $0 != 0 }) { parts.append(part) }
        }
        return parts
    }
}
