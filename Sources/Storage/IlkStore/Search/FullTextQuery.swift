import Foundation

/// A full-text query that searches a log or the notes of calls.
///
/// A text matches if it contains all words, in any order, ignoring case and accents. `"two words"` matches
/// the words in sequence, `pre*` matches words that begin with `pre`, and `-word` excludes a word. In scripts
/// without spaces between words, any span of characters matches.
public struct FullTextQuery: Sendable, Hashable, Codable {
    /// One word or phrase. Stored retention rules and unfinished purges contain these field names, so the
    /// names never change.
    package struct Term: Sendable, Hashable, Codable {
        package var text: String
        package var isPrefix = false
        package var isExcluded = false
    }

    package let terms: [Term]

    /// Parses a query.
    ///
    /// - Parameter text: The query as written by the user.
    /// - Throws: ``RecordStoreError/emptyQuery`` if the query has no letter or digit, or only excluded words.
    public init(_ text: String) throws {
        let query = try? SearchQuery(words: text)  // The only possible error is an empty query.
        guard let query else { throw RecordStoreError.emptyQuery }
        terms = Self.terms(query.root, isExcluded: false)
        guard terms.contains(where: { !$0.isExcluded }) else { throw RecordStoreError.emptyQuery }
    }

    /// Returns the warnings about a query, such as the name of a field: this search has no fields.
    ///
    /// - Parameter text: The query as written by the user.
    public static func warnings(about text: String) -> [SearchProblem] {
        (try? SearchQuery(words: text))?.warnings ?? []  // The initializer reports an empty query.
    }

    /// The required words and phrases.
    public var wanted: [String] { terms.filter { !$0.isExcluded }.map(\.text) }

    /// `true` if a required or excluded term is a prefix. Such queries can be slow, because FTS5 collects all
    /// rows of a prefix before it returns the first one.
    package var hasPrefix: Bool { terms.contains(where: \.isPrefix) }

    /// `true` if an excluded term is a prefix.
    package var excludesPrefix: Bool { terms.contains { $0.isPrefix && $0.isExcluded } }

    /// The required terms that are not prefixes, as an FTS5 expression, or `nil` if there are none.
    package var wholeExpression: String? {
        let whole = terms.filter { !$0.isExcluded && !$0.isPrefix }
        return whole.isEmpty
            ? nil : Self.joined(whole.map { IndexedForm.phrase($0.text, isPrefix: false) }[...], by: " AND ")
    }

    /// The query as an FTS5 expression.
    package var expression: String {
        func phrases(_ isExcluded: Bool) -> ArraySlice<String> {
            terms.filter { $0.isExcluded == isExcluded }
                .map { IndexedForm.phrase($0.text, isPrefix: $0.isPrefix) }[...]
        }
        let wanted = Self.joined(phrases(false), by: " AND ")
        let excluded = phrases(true)
        return excluded.isEmpty ? wanted : "(\(wanted)) NOT (\(Self.joined(excluded, by: " OR ")))"
    }

    /// Joins phrases by an operator. Many phrases are nested in a balanced tree, because FTS5 needs quadratic
    /// time for a flat list: it copies the operands for each phrase that it adds.
    private static func joined(_ phrases: ArraySlice<String>, by separator: String) -> String {
        guard phrases.count > 64 else { return phrases.joined(separator: separator) }
        let middle = phrases.startIndex + phrases.count / 2
        return
            "(\(joined(phrases[..<middle], by: separator)))\(separator)(\(joined(phrases[middle...], by: separator)))"
    }

    /// Returns `true` if the folded text contains all required terms and no excluded term as substrings. Used
    /// for texts without a search index.
    package func holds(for text: String) -> Bool {
        let folded = FoldedText.of(text)
        return terms.allSatisfy { folded.contains(FoldedText.of($0.text)) != $0.isExcluded }
    }

    private static func terms(_ node: SearchQuery.Node, isExcluded: Bool) -> [Term] {
        switch node {
        case .all(let nodes), .any(let nodes): return nodes.flatMap { terms($0, isExcluded: isExcluded) }
        case .not(let inner): return terms(inner, isExcluded: !isExcluded)
        case .term(let term):
            guard case .words(let text, let isPrefix) = term.value else { return [] }
            return [Term(text: text, isPrefix: isPrefix, isExcluded: isExcluded)]
        }
    }
}
