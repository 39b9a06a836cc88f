import Foundation
import IlkText

/// The number of occurrences of each word of ASCII letters in the texts of each Latin-script language.
struct WordCounts {
    private var counters: [String: FeatureCounter] = [:]
    private var words: [String: Float] = [:]

    /// Counts the texts of the known languages. Dictionaries are excluded because they contain every word
    /// once.
    ///
    /// - Parameters:
    ///   - file: The texts.
    ///   - codes: The languages.
    ///   - guesser: A text with another label that this predicts as English is skipped as untranslated.
    init(_ file: TextFile, _ codes: [String], _ guesser: LanguageGuesser) {
        let known = Set(codes)
        let sizes = LanguageCounts.sizes(file)
        var list = List()
        for text in file.texts where known.contains(text.label) && text.source != "hunspell" {
            guard LanguageCounts.isKept(text, sizes) else { continue }
            if text.label != "en", text.label != "zxx" {
                let guess = guesser.guess(text.text)
                if guess.language?.code == "en", guess.confidence > 0.5 { continue }
            }
            list.read(text.text)
            words[text.label, default: 0] += Float(list.count)
            var counter = counters.removeValue(forKey: text.label) ?? FeatureCounter()
            counter.beginText()
            for key in list.keys { counter.add(key) }
            counters[text.label] = counter
        }
    }

    /// Returns the discriminative words of two or more letters, most useful first, with their cost for each
    /// language. A single letter may be an identifier.
    func rows(_ codes: [String], _ settings: Settings, _ nearness: LanguageSimilarity) -> [(
        key: UInt64, costs: [UInt8]
    )] {
        var keys: Set<UInt64> = []
        for code in codes {
            guard let counter = counters[code], let all = words[code] else { continue }
            for index in counter.keys.indices
            where counter.keys[index] > 0xFF && counter.texts[index] >= 3
                && Float(counter.counts[index]) >= all * settings.minimumWordShare
            {
                keys.insert(counter.keys[index])
            }
        }
        var found: [(usefulness: Float, key: UInt64, costs: [UInt8])] = keys.map { key in
            let frequencies = frequencies(of: key, codes, settings)
            let logs = frequencies.map { log($0) }
            let top = logs.max() ?? 0
            let costs = logs.map { UInt8(min(15, ((top - $0) * 4).rounded())) }
            return (nearness.usefulness(frequencies, logs, codes), key, costs)
        }
        found.sort { ($0.usefulness, $1.key) > ($1.usefulness, $0.key) }
        return found.prefix(settings.words).map { ($0.key, $0.costs) }
    }

    private func frequencies(of key: UInt64, _ codes: [String], _ settings: Settings) -> [Float] {
        let counts = codes.map { Float(counters[$0]?.count(key) ?? 0) }
        let totals = codes.map { max(1, words[$0] ?? 1) }
        let mean = zip(counts, totals).reduce(0) { $0 + $1.0 / $1.1 } / Float(codes.count)
        return zip(counts, totals).map { count, total in
            (count + settings.wordSmoothing * mean) / (total + settings.wordSmoothing) + settings.wordFloor
        }
    }

    /// The words of a text. All long words share one key.
    private struct List: FrequentWordSink {
        var keys: [UInt64] = []
        /// The number of all words, including those with letters outside ASCII.
        var count = 0

        mutating func word(_ key: UInt64) { if key != .max { keys.append(key) } }

        mutating func read(_ text: String) {
            keys.removeAll(keepingCapacity: true)
            count = 0
            var text = text
            text.withUTF8 { bytes in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FrequentWordReader.roomSize) { room in
                    guard var reader = FrequentWordReader(bytes, room: room) else { return }
                    reader.read(0..<bytes.count, into: &self)
                    count = reader.words
                }
            }
        }
    }
}
