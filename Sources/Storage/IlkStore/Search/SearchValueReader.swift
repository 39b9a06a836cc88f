import FoundationEssentials

/// The parser of a field's value, according to the field's type.
package struct SearchValueReader {
    package let calendar: SearchCalendar

    package func term(
        _ field: SearchField, _ path: String?, _ comparison: SearchQuery.Comparison, _ word: String,
        isQuoted: Bool, range: Range<Int>
    ) throws(SearchProblem) -> SearchQuery.Term {
        guard !word.isEmpty else {
            let name = path.map { "\(field.name).\($0)" } ?? field.name
            throw SearchProblem(
                .missing, range, "missing value after \(name)\(comparison.rawValue)")
        }
        let value = try value(field, comparison, word, isQuoted, range)
        return SearchQuery.Term(
            field: field.name, path: path, comparison: comparison, value: value, range: range)
    }

    private func value(
        _ field: SearchField, _ comparison: SearchQuery.Comparison, _ word: String, _ isQuoted: Bool,
        _ range: Range<Int>
    ) throws(SearchProblem) -> SearchQuery.Value {
        switch field.kind {
        case .text, .name, .choice:
            // A field with paths may contain numbers too.
            if field.hasPaths, comparison != .equal, let number = Self.number(word) { return .number(number) }
            guard comparison == .equal else {
                throw SearchProblem(
                    .cannotCompare, range, "field '\(field.name)' does not support <, <=, > and >=",
                    hint: "use \(field.name):\(word.prefix(20))")
            }
            if case .choice(let words) = field.kind { return try place(of: word, in: words, field, range) }
            let isPrefix = !isQuoted && word.utf8.count > 1 && word.hasSuffix("*")
            return .words(isPrefix ? String(word.dropLast()) : word, isPrefix: isPrefix)
        case .scale(let words): return try place(of: word, in: words, field, range)
        case .number:
            guard let number = Self.number(word) else {
                throw SearchProblem(.malformedNumber, range, "field '\(field.name)' requires a number")
            }
            return .number(number)
        case .date: return try dates(field, comparison, word, range)
        }
    }

    private func place(
        of word: String, in words: [String], _ field: SearchField, _ range: Range<Int>
    ) throws(SearchProblem) -> SearchQuery.Value {
        guard let place = words.firstIndex(of: word.lowercased()) else {
            throw SearchProblem(
                .unknownValue, range, "invalid value for field '\(field.name)'",
                hint: "allowed: " + words.joined(separator: ", "))
        }
        return .choice(place, words[place])
    }

    private func dates(
        _ field: SearchField, _ comparison: SearchQuery.Comparison, _ word: String, _ range: Range<Int>
    ) throws(SearchProblem) -> SearchQuery.Value {
        guard let (from, before) = calendar.span(word), Self.isForward(from, before) || !word.contains("..")
        else {
            throw SearchProblem(
                .malformedDate, range, "invalid time for field '\(field.name)'",
                hint: "examples: 2024-03-05, 2024-03, 2024, today, 7d, 2024-01..2024-03, 7d..")
        }
        switch comparison {
        case .equal: return .dates(from: from, before: before)
        case .atLeast: return .dates(from: from, before: nil)
        case .more: return .dates(from: before, before: nil)
        case .less: return .dates(from: nil, before: from)
        case .atMost: return .dates(from: nil, before: before)
        }
    }

    private static func isForward(_ from: Date?, _ before: Date?) -> Bool {
        guard let from, let before else { return true }
        return from < before
    }

    private static func number(_ word: String) -> Double? {
        guard let number = Double(word), number.isFinite else { return nil }
        return number
    }

    /// `true` for scalars that are indexed: letters, digits, and marks that are part of words.
    package static func isSearchable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
