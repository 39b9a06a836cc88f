import IlkVocabulary

enum MonthNames {
    /// `true` if a day is next to the month at this word index: `5 May`, `5th of May`, `May 5`.
    static func isDate(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        dayBefore(place, text) != nil || dayBehind(place, text) != nil
    }

    /// Returns the word index of the day before the month at a word index, or `nil`.
    static func dayBefore(_ place: Int, _ text: AnalyzedText.View) -> Int? {
        guard place > 0, isNear(place - 1, text) else { return nil }
        if isDay(place - 1, text) { return place - 1 }
        guard place > 1, isNear(place - 2, text), isLink(place - 1, text), isDay(place - 2, text) else {
            return nil
        }
        return place - 2
    }

    /// Returns the word index of the day after the month at a word index, or `nil`.
    static func dayBehind(_ place: Int, _ text: AnalyzedText.View) -> Int? {
        guard place + 1 < text.words.count, isNear(place, text), isDay(place + 1, text) else { return nil }
        return place + 1
    }

    private static func isDay(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        Dates.isDay(text.folded, text.token(ofWord: place).foldedRange)
    }

    /// `true` for `of` and `de`, which can link a day and a month.
    private static func isLink(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        let word = text.token(ofWord: place).foldedRange
        guard word.count == 2 else { return false }
        switch (text.folded[word.lowerBound], text.folded[word.lowerBound + 1]) {
        case (UInt8(ascii: "o"), UInt8(ascii: "f")), (UInt8(ascii: "d"), UInt8(ascii: "e")): return true
        default: return false
        }
    }

    /// `true` if only one or two spaces, full stops, commas, slashes or hyphens separate a word from the next
    /// word.
    private static func isNear(_ place: Int, _ text: AnalyzedText.View) -> Bool {
        let lower = Int(text.token(ofWord: place).upperBound)
        let upper = Int(text.token(ofWord: place + 1).lowerBound)
        guard upper > lower, upper - lower <= 2 else { return false }
        return (lower..<upper).allSatisfy { " .,-/".utf8.contains(text.bytes[$0]) }
    }
}
