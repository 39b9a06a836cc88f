import Foundation

/// A text as a search compares it: without case and without diacritics, in every script.
///
/// Each character becomes what its upper case is in lower case (so `ß` is `ss` and both sigmas are one), without the
/// marks above and beneath it. Vowel signs, tone marks and voicing of Asian scripts are letters of their words and stay.
public enum FoldedText {
    /// The folded form. Linear in the length.
    public static func of(_ text: String) -> String {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        append(text, to: &folded)
        return String(decoding: folded, as: UTF8.self)
    }

    /// Appends the folded form as UTF-8.
    public static func append(_ text: String, to folded: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
    }

    /// Appends the folded form of UTF-8.
    public static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
        guard text.allSatisfy({ $0 < 0x80 }) else { return appendAny(text, to: &folded) }
        for byte in text { folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    }

    private static func appendAny(_ bytes: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Hangul of single letters becomes syllables, and letters take their marks: then each scalar stands for itself.
        let needsComposing = text.unicodeScalars.contains { isMark($0.value) }
        let composed = needsComposing ? text.precomposedStringWithCanonicalMapping : text
        for scalar in composed.unicodeScalars {
            if scalar.value < 0x80 {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            } else if scalar.value < table.count {
                folded.append(contentsOf: table[Int(scalar.value)])
            } else {
                appendSlowly(scalar, to: &folded)
            }
        }
    }

    /// Combining marks and Hangul's letters, roughly: what composing may change.
    private static func isMark(_ value: UInt32) -> Bool {
        switch value {
        case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x6ED, 0x900...0x1AFF, 0x1100...0x11FF,
            0x1DC0...0x1DFF, 0x20D0...0x20F0, 0x3099...0x309A, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic and their additions, folded once.
    private static let table: [[UInt8]] = (0..<0x2000).map { value in
        guard value >= 0x80, let scalar = Unicode.Scalar(UInt32(value)) else { return [UInt8(value & 0x7F)] }
        var folded: [UInt8] = []
        appendSlowly(scalar, to: &folded)
        return folded
    }

    private static func appendSlowly(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        // Syllables and ideographs have neither case nor marks.
        if (0xAC00...0xD7A3).contains(scalar.value) || scalar.properties.isIdeographic {
            folded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            return
        }
        // The capital ẞ is its own upper case.
        let letter: Unicode.Scalar = scalar == "ẞ" ? "ß" : scalar
        for upper in letter.properties.uppercaseMapping.unicodeScalars {
            let lower = upper.properties.lowercaseMapping
            let parts =
                (0x3040...0x30FF).contains(upper.value) ? lower : lower.decomposedStringWithCanonicalMapping
            for part in parts.unicodeScalars where !isDiacritic(part) {
                let letter = withoutStroke(part)
                folded.append(contentsOf: UTF8.encode(letter).map { Array($0) } ?? [])
            }
        }
    }

    /// Marks above, beneath, through and around a letter, and the points of Hebrew, Arabic and Syriac.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else {
            return scalar.properties.generalCategory == .enclosingMark
        }
        let combining = scalar.properties.canonicalCombiningClass.rawValue
        return combining == 1 || (10...36).contains(combining) || combining >= 200
    }

    /// Letters with a stroke through them, which Unicode does not take apart.
    private static func withoutStroke(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "ø": "o"
        case "đ": "d"
        case "ł": "l"
        case "ħ": "h"
        case "ŧ": "t"
        default: scalar
        }
    }
}
