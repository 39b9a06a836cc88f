import Foundation
public import IlkStore

/// The spans of a call's notes that match a search query.
public struct CallHighlight: Sendable, Hashable {
    /// The notes that were searched.
    public let notes: String
    /// The matching spans, in ascending order and without overlap.
    public let ranges: [Range<String.Index>]

    /// Finds the spans of notes that match the words and phrases of a query, ignoring case and accents.
    ///
    /// - Parameters:
    ///   - notes: The notes of a call.
    ///   - query: The query. Excluded words are ignored.
    public init(_ notes: String, _ query: FullTextQuery) {
        self.notes = notes
        let folded = FoldedNotes(notes)
        let found = query.wanted.flatMap { folded.ranges(of: $0) }
        ranges = Array(RangeSet(found.filter { Self.beginsWord(notes, $0.lowerBound) }).ranges)
    }

    /// A part of an excerpt.
    public struct Part: Sendable, Hashable {
        /// The text. White space characters are replaced by spaces, and omitted text by an ellipsis.
        public let text: String
        /// `true` if the query matches the part.
        public let isMatch: Bool
    }

    /// Returns an excerpt of the notes in which the matching spans are separate parts.
    ///
    /// Notes of at most `length` characters are returned whole. An excerpt from longer notes begins shortly
    /// before the first matching span.
    ///
    /// - Parameter length: The maximum number of characters from the notes. Ellipses are not counted.
    /// - Complexity: O(*n*) in the length of the notes.
    public func parts(length: Int) -> [Part] {
        let lead = length / 4
        let first = ranges.first?.lowerBound ?? notes.startIndex
        let full = notes.index(notes.startIndex, offsetBy: length, limitedBy: notes.endIndex)
        let fits = (full ?? notes.endIndex) == notes.endIndex
        let start =
            !fits && notes.distance(from: notes.startIndex, to: first) > lead
            ? notes.index(first, offsetBy: -lead, limitedBy: notes.startIndex) ?? notes.startIndex
            : notes.startIndex
        let stop = notes.index(start, offsetBy: length, limitedBy: notes.endIndex) ?? notes.endIndex
        var parts: [Part] = []
        var text = start > notes.startIndex ? "…" : ""
        var place = start
        for range in ranges where range.lowerBound >= start && range.upperBound <= stop {
            text += Self.flat(notes[place..<range.lowerBound])
            if !text.isEmpty { parts.append(Part(text: text, isMatch: false)) }
            parts.append(Part(text: Self.flat(notes[range]), isMatch: true))
            (text, place) = ("", range.upperBound)
        }
        text += Self.flat(notes[place..<stop]) + (stop < notes.endIndex ? "…" : "")
        if !text.isEmpty { parts.append(Part(text: text, isMatch: false)) }
        return parts
    }

    /// Returns the excerpt of ``parts(length:)`` as one text in which the matching spans are marked.
    ///
    /// - Parameters:
    ///   - length: The maximum number of characters from the notes.
    ///   - begin: The text to insert before a matching span.
    ///   - end: The text to insert after a matching span.
    public func snippet(length: Int, begin: String, end: String) -> String {
        parts(length: length).map { $0.isMatch ? begin + $0.text + end : $0.text }.joined()
    }

    private static func flat(_ text: Substring) -> String {
        String(text.map { $0.isWhitespace ? " " : $0 })
    }

    /// Returns `true` if a match may begin at a position: at the start of a word or, in scripts without
    /// spaces between words, anywhere.
    private static func beginsWord(_ text: String, _ place: String.Index) -> Bool {
        guard place > text.startIndex else { return true }
        let before = text.unicodeScalars[text.unicodeScalars.index(before: place)]
        return !before.properties.isAlphabetic && before.properties.numericType == nil
            || IndexedForm.standsAlone(before.value)
    }
}

/// Notes without case and accents (folded), for comparison with a query, and the position of each character.
private struct FoldedNotes {
    private var bytes: [UInt8] = []
    /// The start of each character in ``bytes``. ``indices`` has the start of the same character in the
    /// notes. The last element of both arrays is the end.
    private var places: [Int] = []
    private var indices: [String.Index] = []

    init(_ notes: String) {
        for index in notes.indices {
            places.append(bytes.count)
            indices.append(index)
            FoldedText.append(String(notes[index]), to: &bytes)
        }
        places.append(bytes.count)
        indices.append(notes.endIndex)
    }

    /// Returns the non-overlapping matches of a word or phrase, in order.
    func ranges(of words: String) -> [Range<String.Index>] {
        let wanted = Array(FoldedText.of(words).utf8)
        guard !wanted.isEmpty else { return [] }
        var found: [Range<String.Index>] = []
        var character = 0
        while character + 1 < places.count {
            let start = places[character]
            let end = start + wanted.count
            // A character that consists of combining marks only has no bytes in the folded form.
            guard places[character + 1] > start, end <= bytes.count,
                bytes[start..<end].elementsEqual(wanted)
            else {
                character += 1
                continue
            }
            let next = places[character...].firstIndex { $0 >= end } ?? places.count - 1
            found.append(indices[character]..<indices[next])
            character = next
        }
        return found
    }
}
