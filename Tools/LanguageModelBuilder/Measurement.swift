import Foundation
import IlkText

/// The accuracy of a model on labeled texts, by source and number of words.
struct Measurement {
    private var right: [String: Int] = [:]
    private var all: [String: Int] = [:]
    private var loss: [String: Double] = [:]

    mutating func add(_ guess: LanguageGuess, _ text: TextFile.Text) {
        for name in [text.source, Self.bucket(text.text), "lang " + text.label] {
            all[name, default: 0] += 1
            let isRight = guess.tag == text.label
            if isRight { right[name, default: 0] += 1 }
            loss[name, default: 0] += guess.confidence - (isRight ? 1 : 0)
        }
    }

    func report() {
        for name in all.keys.sorted() {
            let count = all[name] ?? 0
            let share = Double(right[name] ?? 0) / Double(count)
            print(
                name.padding(toLength: 24, withPad: " ", startingAt: 0), count,
                String(format: "%.4f  bias %+.3f", share, (loss[name] ?? 0) / Double(count)))
        }
    }

    static func bucket(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).count
        switch words {
        case ...2: return "words 01-02"
        case ...5: return "words 03-05"
        case ...10: return "words 06-10"
        case ...50: return "words 11-50"
        default: return "words 51+"
        }
    }
}
