import Foundation
import IlkText

/// Fits the temperatures that convert score differences to calibrated probabilities, one for each length of
/// text. It uses texts of held-out sources.
struct TemperatureFit {
    private var samples: [[(scores: LanguageScores, place: Int)]]

    /// Collects parts of one to forty words from the texts of `sources`, up to a number of texts per
    /// language.
    init(_ guesser: LanguageGuesser, _ file: TextFile, sources: Set<String>) {
        samples = Array(repeating: [], count: LanguageModel.temperatureCount)
        var taken: [String: Int] = [:]
        for text in file.texts where sources.contains(text.source) && Settings.main.contains(text.label) {
            guard LanguageCounts.hash(text.text) % 4 == 0, taken[text.label, default: 0] < 6_000 else {
                continue
            }
            taken[text.label, default: 0] += 1
            let words = text.text.split(separator: " ")
            var at = 0
            var length = 1 + Int(LanguageCounts.hash(text.text) >> 8 & 3)
            while at < words.count {
                let end = min(at + length, words.count)
                var piece = words[at..<end].joined(separator: " ")
                piece.withUTF8 { add(guesser.scores(utf8: $0), text.label) }
                at = end
                length = min(40, length * 2)
            }
        }
    }

    private mutating func add(_ scores: LanguageScores?, _ label: String) {
        guard let scores, let place = scores.languages.firstIndex(where: { $0.code == label }) else { return }
        samples[scores.bucket].append((scores, place))
    }

    /// Returns the temperature for each length: the maximum-likelihood value on a grid with a ratio of 13/12.
    /// A length with fewer than 200 parts uses the temperature of the next shorter one.
    func temperatures() -> [Double] {
        let steps = (0..<60).map { 0.02 * pow(13.0 / 12, Double($0)) }
        var found: [Double] = []
        for pieces in samples {
            guard pieces.count >= 200 else {
                found.append(found.last ?? 0.3)
                continue
            }
            let losses = steps.map { step in
                // Some parts are in another language than their label. Mixing in a constant bounds their
                // loss.
                pieces.reduce(0.0) {
                    $0 - log(0.97 * $1.scores.probability(of: $1.place, temperature: step) + 0.003)
                }
            }
            let best = losses.indices.min { losses[$0] < losses[$1] } ?? 0
            // Features of a long text overlap and add less information, so the temperature must not increase
            // with length.
            found.append(found.count > 3 ? min(steps[best], found[found.count - 1]) : steps[best])
        }
        return found
    }
}
