import Foundation
public import IlkStore

/// Where notes have what was looked for.
public struct CallHighlight: Sendable, Hashable {
    /// The notes.
    public let notes: String
    /// The stretches, in order, without overlap.
    public let ranges: [Range<String.Index>]

    /// The stretches of notes that a query's words stand in, whatever their case and accents.
    public init(_ notes: String, _ query: WordQuery) {
        self.notes = notes
        let folded = FoldedNotes(notes)
        let found = query.wanted.flatMap { folded.ranges(of: $0) }
        ranges = Array(RangeSet(found.filter { Self.beginsWord(notes, $0.lowerBound) }).ranges)
    }

    /// The notes, if they are no longer than that; else from a little before the first stretch on, so many characters. Each
    /// stretch stands between two marks, and white space is single spaces.
    ///
    /// - Parameters:
    ///   - length: How many characters of the notes.
    ///   - begin: What stands before a stretch.
    ///   - end: What stands behind it.
    public func snippet(length: Int, begin: String, end: String) -> String {
        let lead = length / 4
        let first = ranges.first?.lowerBound ?? notes.startIndex
        let full = notes.index(notes.startIndex, offsetBy: length, limitedBy: notes.endIndex)
        let fits = (full ?? notes.endIndex) == notes.endIndex
        let start =
            !fits && notes.distance(from: notes.startIndex, to: first) > lead
            ? notes.index(first, offsetBy: -lead, limitedBy: notes.startIndex) ?? notes.startIndex
            : notes.startIndex
        let stop = notes.index(start, offsetBy: length, limitedBy: notes.endIndex) ?? notes.endIndex
        var text = start > notes.startIndex ? "…" : ""
        var place = start
        for range in ranges where range.lowerBound >= start && range.upperBound <= stop {
            text += Self.flat(notes[place..<range.lowerBound]) + begin + Self.flat(notes[range]) + end
            place = range.upperBound
        }
        return text + Self.flat(notes[place..<stop]) + (stop < notes.endIndex ? "…" : "")
    }

    private static func flat(_ text: Substring) -> String {
        String(text.map { $0.isWhitespace ? " " : $0 })
    }

    /// In scripts that put spaces between words, what is found begins one.
    private static func beginsWord(_ text: String, _ place: String.Index) -> Bool {
        guard place > text.startIndex else { return true }
        let before = text.unicodeScalars[text.unicodeScalars.index(before: place)]
        return !before.properties.isAlphabetic && before.properties.numericType == nil
            || SearchForm.standsAlone(before.value)
    }
}

/// Notes as a search compares them, and where each character of theirs stands.
private struct FoldedNotes {
    private var bytes: [UInt8] = []
    /// Where the characters begin in ``bytes``, and in the notes; with the end of both.
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

    /// Where the characters stand that are a word or phrase, from the first to the last. None overlaps another.
    func ranges(of words: String) -> [Range<String.Index>] {
        let wanted = Array(FoldedText.of(words).utf8)
        guard !wanted.isEmpty else { return [] }
        var found: [Range<String.Index>] = []
        var character = 0
        while character + 1 < places.count {
            let start = places[character]
            let end = start + wanted.count
            // Characters that are marks alone have no place of their own.
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
