import Foundation

/// What a person looks for in the texts of a log or the notes of calls.
///
/// Words stand side by side and must all be there, in any order, whatever their case and accents. `"two words"` are
/// found one behind the other, `begin*` finds what begins so, and `-word` must not be there. In scripts that put no
/// spaces between words, any stretch of characters is found.
public struct WordQuery: Sendable, Hashable, Codable {
    /// One word or phrase. Standing rules and unfinished purges keep it in a log's file under these names.
    package struct Term: Sendable, Hashable, Codable {
        package var text: String
        package var isPrefix = false
        package var isExcluded = false
    }

    package let terms: [Term]

    /// Reads a query.
    ///
    /// - Throws: ``RecordStoreError/emptyQuery`` when nothing is looked for: no letter and no digit in it, or only what must
    ///   not be there.
    public init(_ text: String) throws {
        // Of words alone nothing can be wrong but that there is none.
        let query = try? SearchQuery(words: text)  // See above.
        guard let query else { throw RecordStoreError.emptyQuery }
        terms = Self.terms(query.root, isExcluded: false)
        guard terms.contains(where: { !$0.isExcluded }) else { throw RecordStoreError.emptyQuery }
    }

    /// The words and phrases that must be there.
    public var wanted: [String] { terms.filter { !$0.isExcluded }.map(\.text) }

    /// Whether there is a word that is only begun, wanted or not: of those the index puts all rows together before it
    /// gives the first.
    package var hasPrefix: Bool { terms.contains(where: \.isPrefix) }

    /// Whether there is such a word that must not be there.
    package var excludesPrefix: Bool { terms.contains { $0.isPrefix && $0.isExcluded } }

    /// The words that must be there and are whole, as FTS5 reads them; nil when there are none.
    package var wholeExpression: String? {
        let whole = terms.filter { !$0.isExcluded && !$0.isPrefix }
        return whole.isEmpty
            ? nil : Self.joined(whole.map { SearchForm.phrase($0.text, isPrefix: false) }[...], by: " AND ")
    }

    /// As FTS5 reads it.
    package var expression: String {
        func phrases(_ isExcluded: Bool) -> ArraySlice<String> {
            terms.filter { $0.isExcluded == isExcluded }
                .map { SearchForm.phrase($0.text, isPrefix: $0.isPrefix) }[...]
        }
        let wanted = Self.joined(phrases(false), by: " AND ")
        let excluded = phrases(true)
        return excluded.isEmpty ? wanted : "(\(wanted)) NOT (\(Self.joined(excluded, by: " OR ")))"
    }

    /// The phrases with an operator between them. Many of them are halved by brackets: FTS5 copies all operands before an
    /// operator to add the next one, which for a row of them takes time by the square.
    private static func joined(_ phrases: ArraySlice<String>, by separator: String) -> String {
        guard phrases.count > 64 else { return phrases.joined(separator: separator) }
        let middle = phrases.startIndex + phrases.count / 2
        return
            "(\(joined(phrases[..<middle], by: separator)))\(separator)(\(joined(phrases[middle...], by: separator)))"
    }

    /// Whether a text holds all that must be there and nothing that must not: by letters, where no index is at hand.
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
