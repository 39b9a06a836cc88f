import Foundation

/// What a person looks for in the texts of a log.
///
/// Words stand side by side and must all be there, in any order, whatever their case and accents. `"two words"` are
/// found one behind the other, `begin*` finds what begins so, and `-word` must not be there. In scripts that put no
/// spaces between words, any stretch of characters is found.
public struct LogQuery: Sendable, Hashable, Codable {
    /// One word or phrase.
    struct Term: Sendable, Hashable, Codable {
        var text: String
        var isPrefix = false
        var isExcluded = false
    }

    let terms: [Term]

    /// Reads a query.
    ///
    /// - Throws: ``DomainError/emptyQuery`` when nothing is looked for: no letter and no digit in it, or only what must
    ///   not be there.
    public init(_ text: String) throws {
        var terms: [Term] = []
        var rest = Substring(text)
        while let term = Self.next(&rest) {
            if term.text.unicodeScalars.contains(where: Self.isSearchable) { terms.append(term) }
        }
        guard terms.contains(where: { !$0.isExcluded }) else { throw DomainError.emptyQuery }
        self.terms = terms
    }

    /// The words and phrases that must be there.
    public var wanted: [String] { terms.filter { !$0.isExcluded }.map(\.text) }

    /// As FTS5 reads it.
    var expression: String {
        let wanted = terms.filter { !$0.isExcluded }.map(Self.quoted).joined(separator: " AND ")
        return terms.filter(\.isExcluded).reduce(wanted) { "(\($0)) NOT \(Self.quoted($1))" }
    }

    /// Whether a text holds all that must be there and nothing that must not: by letters, where no index is at hand.
    func holds(for text: String) -> Bool {
        terms.allSatisfy { text.localizedStandardContains($0.text) != $0.isExcluded }
    }

    private static func next(_ rest: inout Substring) -> Term? {
        rest = rest.drop(while: \.isWhitespace)
        guard let first = rest.first else { return nil }
        var term = Term(text: "")
        if first == "-", rest.count > 1 {
            term.isExcluded = true
            rest = rest.dropFirst()
        }
        if rest.first == "\"" {
            let phrase = rest.dropFirst().prefix { $0 != "\"" }
            rest = rest[phrase.endIndex...].dropFirst()
            term.text = String(phrase)
        } else {
            let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
            rest = rest[word.endIndex...]
            term.text = String(word)
            if term.text.hasSuffix("*") { term.text.removeLast() } else { return term }
            term.isPrefix = true
            return term
        }
        if rest.first == "*" {
            term.isPrefix = true
            rest = rest.dropFirst()
        }
        return term
    }

    /// What the index has: letters, digits, and marks that belong to words.
    private static func isSearchable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// A string of FTS5, which is a phrase of the words in it.
    private static func quoted(_ term: Term) -> String {
        let text = SearchForm.of(term.text).split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: " ")
        // A query is a C string: NUL would end it.
        let clean = String(text.map { $0 == "\0" ? " " : $0 })
        return "\"\(clean)\"" + (term.isPrefix ? "*" : "")
    }
}
