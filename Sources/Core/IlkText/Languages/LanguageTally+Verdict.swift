extension LanguageTally {
    /// Returns the guess for the scores. Call ``subtractCosts()`` first.
    func verdict() -> LanguageGuess {
        guard let (script, share) = mainScript() else { return .undetermined }
        let part = share >= 0.8 ? 1 : share / 0.8
        if let group = Self.group(of: script) { return choose(group, script, part) }
        guard let only = ScriptLanguages.only(of: script) else {
            return LanguageGuess(language: nil, confidence: 0, script: script)
        }
        let certainty = letters[Int(script.rawValue)] > 1 ? 0.99 : 0.9
        return LanguageGuess(language: only, confidence: certainty * part, script: script)
    }

    /// Returns the script with the most letters, and its share of all letters. A Hangul syllable counts as
    /// two letters, an ideograph or a kana as three.
    private func mainScript() -> (WritingScript, Double)? {
        var best: WritingScript?
        var most: Int32 = 0
        var all: Int32 = 0
        // Iterates over raw values, because `allCases` would be built for each text unless optimized away.
        var number: UInt8 = 0
        while let script = WritingScript(rawValue: number) {
            number += 1
            var count = letters[Int(script.rawValue)]
            if count == 0 { continue }
            switch script {
            case .han: count = 3 * (count + letters[Int(WritingScript.hiragana.rawValue)])
            case .hiragana: if letters[Int(WritingScript.han.rawValue)] > 0 { count = 0 } else { count *= 3 }
            case .hangul: count *= 2
            default: break
            }
            all += count
            if count > most {
                best = script
                most = count
            }
        }
        return best.map { ($0, Double(most) / Double(all)) }
    }

    private static func group(of script: WritingScript) -> LanguageGroup? {
        switch script {
        case .latin: .latin
        case .cyrillic: .cyrillic
        case .arabic: .arabic
        case .devanagari: .devanagari
        case .han, .hiragana: .han
        default: nil
        }
    }

    /// Returns the scores of the languages in the main script's group, if it has one.
    func scores() -> LanguageScores? {
        guard let (script, _) = mainScript(), let group = Self.group(of: script) else { return nil }
        let range = model.ranges[Int(group.rawValue)]
        return LanguageScores(
            languages: range.map { model.languages[$0] },
            scores: range.map { Double(score($0)) / Self.unitsPerNat },
            bucket: bucket)
    }

    /// The number of units of the sums per nat.
    static let unitsPerNat = 8.0

    /// The index of the temperature for the number of known features.
    private var bucket: Int {
        min(Int.bitWidth - 1 - (known + 1).leadingZeroBitCount, model.temperatures.count - 1)
    }

    /// Returns the score of a language with its prior. Words of code raise the score of "no language", and
    /// words of prose lower it.
    @inline(__always)
    private func score(_ place: Int) -> Int32 {
        let score = sums[place] &- model.priors[place]
        guard place == model.weights.noLanguageIndex else { return score }
        return score &+ Int32(clamping: codeWords) &* model.weights.codeWord
            &- Int32(clamping: words) &* model.weights.proseWord
    }

    /// `true` if the confidence is at its maximum, so that more text would not change it. Call
    /// ``subtractCosts()`` first.
    var isSettled: Bool { verdict().confidence >= Self.mostCertain }

    /// Returns the guess for the most probable language of a group.
    private func choose(_ group: LanguageGroup, _ script: WritingScript, _ part: Double) -> LanguageGuess {
        let range = model.ranges[Int(group.rawValue)]
        var best = range.lowerBound
        var second = -1
        var most = score(best)
        var next = Int32.min
        for place in range.dropFirst() {
            let score = score(place)
            if score > most {
                (second, next) = (best, most)
                (best, most) = (place, score)
            } else if second < 0 || score > next {
                (second, next) = (place, score)
            }
        }
        let scale = model.temperatures[bucket] / Self.unitsPerNat
        var total = 0.0
        for place in range {
            let power = Double(score(place) - most) * scale
            // Terms below a millionth of the largest one are negligible.
            if power > -14 { total += Exponential.value(power) }
        }
        let runnerUp = second < 0 || second == model.weights.noLanguageIndex ? nil : model.languages[second]
        guard best != model.weights.noLanguageIndex, known > 0 || group == .han else {
            return LanguageGuess(language: nil, confidence: 0, runnerUp: runnerUp, script: script)
        }
        return LanguageGuess(
            language: model.languages[best],
            confidence: part * min(1 / total, Self.mostCertain) * (group == .han ? 1 : prose),
            runnerUp: runnerUp,
            script: script)
    }

    /// The confidence, 0 to 1, that the words are prose and not code or names.
    private var prose: Double {
        let part = Double(words) / Double(max(1, words + codeWords))
        return words <= Self.fewWords && capitals == words && words > 0 ? part * Self.trustInNames : part
    }

    /// If a text has at most this many words and all are capitalized, they may be names, and the confidence
    /// is multiplied by ``trustInNames``.
    private static let fewWords = 4
    private static let trustInNames = 0.6

    static let mostCertain = 0.999
}
