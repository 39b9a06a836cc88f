/// Where a text is cut into sentences.
public enum SentenceStyle: String, Sendable, Hashable, CaseIterable, Codable {
    /// Where UAX #29 cuts: the spans stand side by side and cover the text, white space behind a sentence is its
    /// own, and an abbreviation before a capital ends a sentence.
    case unicode
    /// Where people cut: abbreviations, initials, lists, quotations and wrapped lines are understood, and spans
    /// have no white space at either end (`docs/sentences.md`).
    case people
}
