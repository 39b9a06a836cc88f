import Foundation
import IlkText

/// Builds a model from counts: frequencies, discriminative features, and tables.
struct ModelBuilder {
    let counts: LanguageCounts
    let words: WordCounts?
    let settings: Settings

    /// A feature with its frequency in each language of its group.
    struct Candidate {
        var key: UInt64
        var kind: LanguageFeatureList.Kind
        var usefulness: Float
        var logs: [Float]

        /// `true` if the feature belongs to the table of bigrams and trigrams for Latin letters.
        var isShort: Bool { kind == .run2 || kind == .run3 }
    }

    func build(temperatures: [Double]) -> [UInt8] {
        var writer = LanguageModelWriter()
        writer.temperatures = temperatures
        writer.codeWord = settings.codeWord
        writer.proseWord = settings.proseWord
        for (group, codes) in Settings.languages {
            for code in codes {
                writer.languages.append(.init(code: code, group: group, prior: Settings.priors[code] ?? 0))
            }
            let nearness = nearness(codes)
            let all = candidates(codes, nearness)
            guard group == .latin else {
                for candidate in all.prefix(settings.groupEntries[group] ?? 0) { add(candidate, to: &writer) }
                continue
            }
            for (key, costs) in words?.rows(codes, settings, nearness) ?? [] {
                writer.addWord(key, costs: costs)
            }
            writer.margin = settings.wordMargin
            let dense = all.lazy.filter(\.isShort).prefix(settings.rows)
            let keys = Set(dense.map(\.key))
            for candidate in dense { writer.addRow(candidate.key, costs: costs(candidate)) }
            for candidate in all.lazy.filter({ !keys.contains($0.key) }).prefix(settings.entries) {
                add(candidate, to: &writer)
            }
        }
        return writer.bytes()
    }

    private func costs(_ candidate: Candidate) -> [UInt8] {
        let top = candidate.logs.max() ?? 0
        let weight = settings.weights[candidate.kind] ?? 1
        return candidate.logs.map { UInt8(min(15, ((top - $0) * weight * settings.scale / 2).rounded())) }
    }

    private func add(_ candidate: Candidate, to writer: inout LanguageModelWriter) {
        let order = candidate.logs.indices.sorted { candidate.logs[$0] > candidate.logs[$1] }
        let rest = candidate.logs[order[min(4, order.count - 1)]]
        let weight = settings.weights[candidate.kind] ?? 1
        var bonuses: [(place: Int, bonus: Int)] = []
        for place in order.prefix(4) {
            let bonus = Int(((candidate.logs[place] - rest) * weight * settings.scale).rounded())
            if bonus > 0 { bonuses.append((place: place, bonus: min(63, bonus))) }
        }
        if !bonuses.isEmpty { writer.addEntry(candidate.key, bonuses: bonuses) }
    }

    private func nearness(_ codes: [String]) -> LanguageSimilarity {
        LanguageSimilarity(
            codes.map { counts.counters[$0] ?? FeatureCounter() }, codes.map { counts.letters[$0] ?? 1 })
    }

    /// Returns the features of a group, most useful first. Ties are resolved by the smaller key.
    private func candidates(_ codes: [String], _ nearness: LanguageSimilarity) -> [Candidate] {
        var keys: Set<UInt64> = []
        for code in codes {
            guard let counter = counts.counters[code] else { continue }
            let least = max(3, UInt32((counts.letters[code] ?? 0) * 4e-6))
            for index in counter.keys.indices
            where counter.keys[index] != 0 && counter.texts[index] >= 3 && counter.counts[index] >= least {
                keys.insert(counter.keys[index])
            }
        }
        let counters = codes.map { counts.counters[$0] ?? FeatureCounter() }
        let letters = codes.map { counts.letters[$0] ?? 1 }
        var candidates: [Candidate] = []
        candidates.reserveCapacity(keys.count)
        for key in keys {
            let frequencies = frequencies(of: key, counters, letters)
            let logs = frequencies.map { log($0) }
            let usefulness = nearness.usefulness(frequencies, logs, codes)
            let kind = counts.kinds[key] ?? .run5
            candidates.append(Candidate(key: key, kind: kind, usefulness: usefulness, logs: logs))
        }
        candidates.sort { ($0.usefulness, $1.key) > ($1.usefulness, $0.key) }
        return candidates
    }

    private func frequencies(of key: UInt64, _ counters: [FeatureCounter], _ letters: [Float]) -> [Float] {
        var frequencies = counters.indices.map { Float(counters[$0].count(key)) }
        var mean: Float = 0
        for index in frequencies.indices { mean += frequencies[index] / letters[index] }
        mean /= Float(frequencies.count)
        for index in frequencies.indices {
            frequencies[index] =
                (frequencies[index] + settings.smoothing * settings.share * mean)
                / (letters[index] + settings.smoothing)
                + settings.floor
        }
        return frequencies
    }
}
