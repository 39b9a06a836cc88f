import Foundation
import IlkText

/// Finds what makes probabilities of differences of scores: a factor for each length of text, fitted on texts of sources
/// that the model was not counted from, so that what it claims is how often it is right.
struct TemperatureFit {
    private var samples: [[(scores: LanguageScores, place: Int)]]

    /// Pieces of one to forty words of the texts of `sources`, up to a number of texts a language.
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

    /// The temperature of each length: the one at which the pieces are likeliest, of steps of a twelfth. Lengths with
    /// fewer than 200 pieces have that of the next shorter.
    func temperatures() -> [Double] {
        let steps = (0..<60).map { 0.02 * pow(13.0 / 12, Double($0)) }
        var found: [Double] = []
        for pieces in samples {
            guard pieces.count >= 200 else {
                found.append(found.last ?? 0.3)
                continue
            }
            let losses = steps.map { step in
                // Some pieces are not in the language that their text is labelled with: they must not count without bound.
                pieces.reduce(0.0) {
                    $0 - log(0.97 * $1.scores.probability(of: $1.place, temperature: step) + 0.003)
                }
            }
            let best = losses.indices.min { losses[$0] < losses[$1] } ?? 0
            // The longer the text, the less each of its overlapping features says that the others do not.
            found.append(found.count > 3 ? min(steps[best], found[found.count - 1]) : steps[best])
        }
        return found
    }
}
