import IlkVocabulary

/// What is found in the words for those who ask for all features: most of it was counted in the first pass.
struct RequestedWords {
    var syllables = 0
    var dates = 0

    /// Surveys the words of a text.
    ///
    /// - Parameter totals: What the first pass over them has counted.
    mutating func survey(_ text: AnalyzedText.View, _ totals: WordTotals) {
        syllables = SyllableCounter.count(text.folded)
        if totals.mayHaveDates { findDates(text) }
    }

    private mutating func findDates(_ text: AnalyzedText.View) {
        var dateEnd = 0
        for place in text.words.indices {
            let token = text.token(ofWord: place)
            if token.shape.contains(.hasDigit), Int(token.lowerBound) >= dateEnd {
                dateEnd = Self.dateEnd(token, text.bytes)
                if dateEnd > 0 { dates &+= 1 }
            }
            if text.wordClasses[place].contains(.month), MonthNames.isDate(place, text) { dates &+= 1 }
        }
    }

    /// The byte behind the date in digits that begins with a word, or 0.
    private static func dateEnd(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let start = Int(token.lowerBound)
        switch Marks.byte(bytes, start - 1) {
        // Behind such a mark the number goes on.
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."): return 0
        default: return Dates.end(bytes, at: start) ?? 0
        }
    }
}

/// Dates with the name of a month.
enum MonthNames {
    /// Whether a day stands beside the month of this place among the words: `5 May`, `5th of May`, `May 5`.
    static func isDate(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        dayBefore(place, text) != nil || dayBehind(place, text) != nil
    }

    /// The place of the day before a month.
    static func dayBefore(_ place: Int, _ text: AnalyzedText.View) -> Int? {
        guard place > 0, isNear(place - 1, text) else { return nil }
        if isDay(place - 1, text) { return place - 1 }
        guard place > 1, isNear(place - 2, text), isLink(place - 1, text), isDay(place - 2, text) else {
            return nil
        }
        return place - 2
    }

    /// The place of the day behind a month.
    static func dayBehind(_ place: Int, _ text: AnalyzedText.View) -> Int? {
        guard place + 1 < text.words.count, isNear(place, text), isDay(place + 1, text) else { return nil }
        return place + 1
    }

    private static func isDay(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        Dates.isDay(text.folded, text.token(ofWord: place).foldedRange)
    }

    /// `of`, `de`.
    private static func isLink(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        let word = text.token(ofWord: place).foldedRange
        guard word.count == 2 else { return false }
        switch (text.folded[word.lowerBound], text.folded[word.lowerBound + 1]) {
        case (UInt8(ascii: "o"), UInt8(ascii: "f")), (UInt8(ascii: "d"), UInt8(ascii: "e")): return true
        default: return false
        }
    }

    /// Whether only a blank, a stop, a comma, a slash or a hyphen or two of them stand between a word and the next.
    private static func isNear(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        let lower = Int(text.token(ofWord: place).upperBound)
        let upper = Int(text.token(ofWord: place + 1).lowerBound)
        guard upper > lower, upper - lower <= 2 else { return false }
        return (lower..<upper).allSatisfy { " .,-/".utf8.contains(text.bytes[$0]) }
    }
}
