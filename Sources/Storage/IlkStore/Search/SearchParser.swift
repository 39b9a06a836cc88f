import FoundationEssentials
import IlkVocabulary

/// A parser of search queries with limited recursion.
package struct SearchParser {
    /// The limits of a query: bytes, terms, and depth of brackets.
    package static let (maximumBytes, mostTerms, deepest) = (8192, 64, 32)

    private let text: [UInt8]
    private let fields: [SearchField]
    private let calendar: SearchCalendar
    /// `true` if the query language has operators: brackets, `OR`, `AND`, `NOT` and fields. Queries without
    /// operators have no size limit.
    private let hasOperators: Bool
    private var place = 0
    private var terms = 0
    package private(set) var remarks: [SearchProblem] = []

    package init(_ text: String, fields: [SearchField], calendar: SearchCalendar) throws(SearchProblem) {
        self.text = Array(text.utf8)
        self.fields = fields
        self.calendar = calendar
        hasOperators = true
        guard self.text.count <= Self.maximumBytes else {
            throw SearchProblem(
                .tooLarge, 0..<self.text.count,
                "the query has \(self.text.count) bytes; at most \(Self.maximumBytes) are allowed")
        }
    }

    /// Creates a parser of words only.
    package init(words text: String) {
        self.text = Array(text.utf8)
        fields = []
        calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
        hasOperators = false
    }

    package mutating func parse() throws(SearchProblem) -> SearchQuery.Node {
        let node = try alternatives(depth: 0)
        skipSpace()
        guard place == text.count else {
            throw SearchProblem(
                .unbalanced, place..<place + 1,
                "closing bracket without an opening bracket: '\(excerpt(from: place))'",
                hint: "remove it, or add '(' before it")
        }
        guard let node else {
            throw SearchProblem(
                .empty, 0..<text.count, "empty query",
                hint: "search for a word that contains a letter or a digit")
        }
        return node
    }

    /// Parses `a b OR c`: either both `a` and `b`, or `c`.
    private mutating func alternatives(depth: Int) throws(SearchProblem) -> SearchQuery.Node? {
        guard depth <= Self.deepest else {
            throw SearchProblem(
                .tooLarge, place..<place, "brackets are nested deeper than \(Self.deepest) levels")
        }
        var found: [SearchQuery.Node] = []
        while true {
            let start = place
            let node = try conjunction(depth: depth)
            let isOr = acceptWord("OR")
            if let node {
                found.append(node)
            } else if isOr || !found.isEmpty {
                throw SearchProblem(
                    .missing, start..<place, "OR requires a term on both sides",
                    hint: "write 'one OR other', or \"OR\" in quotes to search for the word")
            }
            if !isOr { break }
        }
        return found.count > 1 ? .any(found) : found.first
    }

    private mutating func conjunction(depth: Int) throws(SearchProblem) -> SearchQuery.Node? {
        var found: [SearchQuery.Node] = []
        while true {
            skipSpace()
            guard place < text.count, !isBracket(")"), !isWord("OR") else { break }
            if acceptWord("AND") { continue }
            if let node = try factor(depth: depth) { found.append(node) }
        }
        return found.count > 1 ? .all(found) : found.first
    }

    private mutating func factor(depth: Int) throws(SearchProblem) -> SearchQuery.Node? {
        let start = place
        var isNegated = acceptWord("NOT")
        skipSpace()
        if !isNegated, byte(at: place) == UInt8(ascii: "-"), place + 1 < text.count,
            spaceLength(at: place + 1) == 0
        {
            place += 1
            isNegated = true
        }
        guard isBracket("(") else {
            guard place < text.count, !isBracket(")") else {
                throw SearchProblem(
                    .missing, start..<place, "NOT requires a term after it",
                    hint: "write 'NOT word', or \"NOT\" in quotes to search for the word")
            }
            guard let term = try term() else { return nil }
            return isNegated ? .not(.term(term)) : .term(term)
        }
        place += 1
        let inner = try alternatives(depth: depth + 1)
        skipSpace()
        guard byte(at: place) == UInt8(ascii: ")") else {
            throw SearchProblem(
                .unbalanced, start..<place, "a bracket is not closed: '\(excerpt(from: start))'",
                hint: "remove it, or add ')' after its terms")
        }
        place += 1
        return inner.map { isNegated ? .not($0) : $0 }
    }

    // MARK: - Terms

    /// Parses a word, a phrase, or a field with its value.
    ///
    /// - Returns: `nil` for a word without letters and digits.
    private mutating func term() throws(SearchProblem) -> SearchQuery.Term? {
        terms += 1
        guard terms <= Self.mostTerms || !hasOperators else {
            throw SearchProblem(.tooLarge, place..<place, "the query has more than \(Self.mostTerms) terms")
        }
        let start = place
        if let (field, path, comparison) = fieldName() {
            let (word, isQuoted) = word()
            return try SearchValueReader(calendar: calendar).term(
                field, path, comparison, word, isQuoted: isQuoted, range: start..<place)
        }
        let (word, isQuoted) = word()
        let isPrefix = !isQuoted && word.hasSuffix("*") || isQuoted && consume(UInt8(ascii: "*"))
        let plain = isPrefix && !isQuoted ? String(word.dropLast()) : word
        guard plain.unicodeScalars.contains(where: SearchValueReader.isSearchable) else { return nil }
        return SearchQuery.Term(
            field: nil, path: nil, comparison: .equal, value: .words(plain, isPrefix: isPrefix),
            range: start..<place)
    }

    /// Parses the name of a declared field and its operator. An undeclared name is parsed as text.
    private mutating func fieldName() -> (SearchField, String?, SearchQuery.Comparison)? {
        var end = place
        while end < text.count, Self.isNameByte(text[end]) { end += 1 }
        guard end > place, let comparison = comparison(at: end) else { return nil }
        let written = String(decoding: text[place..<end], as: UTF8.self)
        let name = written.lowercased()
        let parts = written.split(separator: ".", maxSplits: 1)
        for field in fields {
            let names = [field.name] + field.aliases
            if names.contains(name) {
                place = end + comparison.rawValue.utf8.count
                return (field, nil, comparison)
            }
            if field.hasPaths, parts.count == 2, names.contains(parts[0].lowercased()) {
                place = end + comparison.rawValue.utf8.count
                return (field, String(parts[1]), comparison)
            }
        }
        let isAddress = byte(at: end + 1) == UInt8(ascii: "/")
        if comparison == .equal, !isAddress, name.utf8.allSatisfy({ $0 > 0x39 }),
            remarks.count < Self.mostTerms
        {
            remarks.append(
                SearchProblem(
                    .unknownField, place..<end,
                    "unknown field '\(name.prefix(20))': searched as text",
                    hint: fields.isEmpty
                        ? "this search has no fields"
                        : "the fields are: " + fields.map(\.name).joined(separator: ", ")))
        }
        return nil
    }

    private func comparison(at index: Int) -> SearchQuery.Comparison? {
        let (first, second) = (byte(at: index), byte(at: index + 1))
        switch first {
        case UInt8(ascii: ":"): return .equal
        case UInt8(ascii: ">"): return second == UInt8(ascii: "=") ? .atLeast : .more
        case UInt8(ascii: "<"): return second == UInt8(ascii: "=") ? .atMost : .less
        default: return nil
        }
    }

    /// Parses a quoted phrase, or a word that ends at white space, a quote or a closing bracket.
    private mutating func word() -> (String, isQuoted: Bool) {
        let start = place
        guard byte(at: place) == UInt8(ascii: "\"") else {
            while place < text.count, spaceLength(at: place) == 0, !isBracket(")"),
                text[place] != UInt8(ascii: "\"")
            { place += 1 }
            return (String(decoding: text[start..<place], as: UTF8.self), false)
        }
        place += 1
        let open = place
        while place < text.count, text[place] != UInt8(ascii: "\"") { place += 1 }
        let quoted = String(decoding: text[open..<place], as: UTF8.self)
        if place == text.count {
            remarks.append(SearchProblem(.openQuote, start..<place, "a quote is not closed"))
        } else {
            place += 1
        }
        return (quoted, true)
    }

    // MARK: - Bytes

    /// Returns up to 40 characters of the query from a position, for a message.
    private func excerpt(from start: Int) -> Substring {
        String(decoding: text[start...], as: UTF8.self).prefix(40)
    }

    private func byte(at index: Int) -> UInt8? { index < text.count ? text[index] : nil }

    private mutating func consume(_ wanted: UInt8) -> Bool {
        guard byte(at: place) == wanted else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while case let length = spaceLength(at: place), length > 0 { place += length }
    }

    /// Returns the length of the white space character at an index, in bytes, or 0 if there is none.
    private func spaceLength(at index: Int) -> Int {
        guard let first = byte(at: index) else { return 0 }
        if first < 0x80 { return first.isASCIIWhitespace ? 1 : 0 }
        guard [0xC2, 0xE1, 0xE2, 0xE3].contains(first) else { return 0 }
        let length = first == 0xC2 ? 2 : 3
        guard index + length <= text.count,
            let scalar = String(decoding: text[index..<index + length], as: UTF8.self).unicodeScalars.first
        else { return 0 }
        return scalar.properties.isWhitespace ? length : 0
    }

    private func isBracket(_ bracket: Unicode.Scalar) -> Bool {
        hasOperators && byte(at: place) == UInt8(ascii: bracket)
    }

    private func isWord(_ word: String) -> Bool {
        let end = place + word.utf8.count
        guard hasOperators, end <= text.count, text[place..<end].elementsEqual(word.utf8) else {
            return false
        }
        guard let next = byte(at: end) else { return true }
        return next == UInt8(ascii: "(") || next == UInt8(ascii: ")") || spaceLength(at: end) > 0
    }

    private mutating func acceptWord(_ word: String) -> Bool {
        skipSpace()
        guard isWord(word) else { return false }
        place += word.utf8.count
        return true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
