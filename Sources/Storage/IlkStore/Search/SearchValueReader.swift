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
                .missing, range, "missing value after '\(name)\(comparison.rawValue)'",
                hint: Self.allowed(field))
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
            if field.hasPaths, comparison != .equal {
                if let number = Int64(word) { return .integer(number) }
                if let number = Self.number(word) { return .number(number) }
            }
            guard comparison == .equal else {
                throw SearchProblem(
                    .cannotCompare, range,
                    "field '\(field.name)' does not support comparisons: '\(comparison.rawValue)\(word.prefix(40))'",
                    hint: "use \(field.name):\(word.prefix(40))")
            }
            if case .choice(let words) = field.kind { return try place(of: word, in: words, field, range) }
            let isPrefix = !isQuoted && word.utf8.count > 1 && word.hasSuffix("*")
            return .words(isPrefix ? String(word.dropLast()) : word, isPrefix: isPrefix)
        case .scale(let words): return try place(of: word, in: words, field, range)
        case .number:
            guard let number = Self.number(word) else {
                throw Self.invalid(.malformedNumber, "number", word, field, range)
            }
            return .number(number)
        case .date: return try dates(field, comparison, word, range)
        }
    }

    private func place(
        of word: String, in words: [String], _ field: SearchField, _ range: Range<Int>
    ) throws(SearchProblem) -> SearchQuery.Value {
        guard let place = words.firstIndex(of: word.lowercased()) else {
            throw Self.invalid(.unknownValue, "value", word, field, range)
        }
        return .choice(place, words[place])
    }

    private func dates(
        _ field: SearchField, _ comparison: SearchQuery.Comparison, _ word: String, _ range: Range<Int>
    ) throws(SearchProblem) -> SearchQuery.Value {
        guard let (from, before) = calendar.span(word), Self.isForward(from, before) || !word.contains("..")
        else {
            throw Self.invalid(.malformedDate, "time", word, field, range)
        }
        switch comparison {
        case .equal: return .dates(from: from, before: before)
        case .atLeast: return .dates(from: from, before: nil)
        case .more: return .dates(from: before, before: nil)
        case .less: return .dates(from: nil, before: from)
        case .atMost: return .dates(from: nil, before: before)
        }
    }

    private static func invalid(
        _ code: SearchProblem.Code, _ noun: String, _ word: String, _ field: SearchField, _ range: Range<Int>
    ) -> SearchProblem {
        SearchProblem(
            code, range, "invalid \(noun) '\(word.prefix(40))' for field '\(field.name)'",
            hint: allowed(field))
    }

    /// Returns a hint that lists the allowed values of a field.
    private static func allowed(_ field: SearchField) -> String {
        switch field.kind {
        case .text, .name: "allowed: a word, or a phrase in quotes"
        case .choice(let words), .scale(let words): "allowed: " + words.joined(separator: ", ")
        case .number: "allowed: a decimal number, such as \(field.name)>0.5"
        case .date: "examples: 2024-03-05, 2024-03, 2024, today, 7d, 2024-01..2024-03, 7d.."
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
