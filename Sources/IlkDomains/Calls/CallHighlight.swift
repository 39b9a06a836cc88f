import Foundation
import IlkStore

/// Where notes have what was looked for.
public struct CallHighlight: Sendable, Hashable {
    /// The notes.
    public let notes: String
    /// The stretches, in order, without overlap.
    public let ranges: [Range<String.Index>]

    /// The stretches of notes that a query's words stand in, whatever their case and accents.
    public init(_ notes: String, _ query: WordQuery) {
        self.notes = notes
        var found: [Range<String.Index>] = []
        for word in query.wanted {
            var rest = notes.startIndex..<notes.endIndex
            while let range = notes.range(
                of: word, options: [.caseInsensitive, .diacriticInsensitive], range: rest), !range.isEmpty
            {
                if Self.beginsWord(notes, range.lowerBound) { found.append(range) }
                rest = range.upperBound..<notes.endIndex
            }
        }
        ranges = Self.merged(found)
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

    private static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        var merged: [Range<String.Index>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
