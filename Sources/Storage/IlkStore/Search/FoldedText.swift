import Foundation
import IlkVocabulary

/// The folding of texts for search, which removes case and diacritics in every script.
///
/// Each character is converted to upper case and then to lower case, so that `ß` becomes `ss`, and `ς`
/// becomes `σ`. Marks above, below, through and around a letter are removed. Vowel signs, tone marks and
/// voicing marks of Asian scripts are kept, because they are part of the words.
public enum FoldedText {
    /// Returns the folded form of a text.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text.
    public static func of(_ text: String) -> String {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        append(text, to: &folded)
        return String(decoding: folded, as: UTF8.self)
    }

    /// Appends the folded form of a text as UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - folded: The buffer to append to.
    /// - Complexity: O(*n*) in the length of the text.
    public static func append(_ text: String, to folded: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
    }

    /// Appends the folded form of UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - text: UTF-8 bytes. Invalid sequences are replaced by U+FFFD.
    ///   - folded: The buffer to append to.
    /// - Complexity: O(*n*) in the length of the text.
    public static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
        // Combining marks begin at U+0300, and no smaller scalar has a byte of 0xCC or more.
        if text.contains(where: { $0 >= 0xCC }), let composed = composed(text) {
            return composed.withUnsafeBytes { appendComposed($0, to: &folded) }
        }
        appendComposed(text, to: &folded)
    }

    /// Returns the canonical composition (NFC) of a text, or `nil` if it contains neither combining marks nor
    /// conjoining Hangul letters.
    private static func composed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains(where: { isMark($0.value) }) else { return nil }
        return Array(text.precomposedStringWithCanonicalMapping.utf8)
    }

    /// Appends the folded form of composed UTF-8. ASCII bytes are only converted to lower case. The spans
    /// between them are decoded. An invalid sequence ends at the next ASCII byte.
    private static func appendComposed(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
        var at = text.startIndex
        while at < text.endIndex {
            let other = text[at...].firstIndex { $0 >= 0x80 } ?? text.endIndex
            for byte in text[at..<other] { folded.append(byte.asciiLowercased) }
            at = text[other...].firstIndex { $0 < 0x80 } ?? text.endIndex
            guard other < at else { continue }
            let part = String(decoding: UnsafeRawBufferPointer(rebasing: text[other..<at]), as: UTF8.self)
            for scalar in part.unicodeScalars { append(scalar, to: &folded) }
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        switch scalar.value {
        case 0x80..<0x250: folded.append(contentsOf: latin[Int(scalar.value) - 0x80])
        case 0x250..<0x900: folded.append(contentsOf: greekToArabic[Int(scalar.value) - 0x250])
        case 0x900..<0x2000: folded.append(contentsOf: indicToGreek[Int(scalar.value) - 0x900])
        case 0x2000..<0x2070: folded.append(contentsOf: punctuation[Int(scalar.value) - 0x2000])
        default: appendSlowly(scalar, to: &folded)
        }
    }

    /// Returns `true` for scalars that composition may change: combining marks and conjoining Hangul letters.
    /// The ranges also contain other scalars, which only cost time.
    private static func isMark(_ value: UInt32) -> Bool {
        switch value {
        case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x6ED, 0x900...0x1AFF, 0x1100...0x11FF,
            0x1DC0...0x1DFF, 0x20D0...0x20F0, 0x3099...0x309A, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Tables of folded forms for frequently used blocks, each filled when the first text uses it.
    private static let latin = table(0x80..<0x250)
    private static let greekToArabic = table(0x250..<0x900)
    /// Indic and Southeast Asian scripts, Georgian, Vietnamese, polytonic Greek.
    private static let indicToGreek = table(0x900..<0x2000)
    private static let punctuation = table(0x2000..<0x2070)

    private static func table(_ block: Range<UInt32>) -> [[UInt8]] {
        block.map { value in
            var folded: [UInt8] = []
            if let scalar = Unicode.Scalar(value) { appendSlowly(scalar, to: &folded) }
            return folded
        }
    }

    private static func appendSlowly(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        if (0xAC00...0xD7A3).contains(scalar.value) || scalar.properties.isIdeographic {
            folded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            return
        }
        // The capital ẞ is its own uppercase form.
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

    /// `true` for marks above, below, through and around a letter, and for the points of Hebrew, Arabic and
    /// Syriac.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else {
            return scalar.properties.generalCategory == .enclosingMark
        }
        let combining = scalar.properties.canonicalCombiningClass.rawValue
        return combining == 1 || (10...36).contains(combining) || combining >= 200
    }

    /// Replaces letters with a stroke, which Unicode does not decompose.
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
