import Glibc
import IlkVocabulary

/// Replaces the placeholders of public corpora with realistic values.
///
/// `@user`, `[NAME]`, `<#>` and the like never occur in real input. A model trained on them would learn to
/// recognize the corpus of a text. Only training texts are changed, and always in the same way.
public struct MaskNormalizer: Sendable {
    /// Creates a normalizer.
    public init() {}

    /// Returns a text with its placeholders replaced. The replacements depend on the text only.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text.
    public func normalize(_ text: String) -> String {
        guard Self.mayHoldMask(text) else { return text }
        var maker = PlaceholderValues(seed: ContentDigest(of: text))
        var result = text
        for mask in Self.masks where Self.contains(mask.pattern, in: &result) {
            var filled = ""
            var rest = result[...]
            while let range = Self.find(mask.pattern.description, in: rest) {
                filled += rest[..<range.lowerBound]
                filled += mask.fill(&maker)
                rest = rest[range.upperBound...]
            }
            result = filled + rest
        }
        return result
    }

    /// A fast check: every placeholder begins with one of a few byte pairs.
    private static func mayHoldMask(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.indices.dropLast().contains { beginsMask(bytes, at: $0) }
        }
    }

    private static func beginsMask(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "@"): bytes[index + 1] == UInt8(ascii: "u")
        case UInt8(ascii: "["), UInt8(ascii: "<"): true
        case UInt8(ascii: "&"): bytes[index + 1] == UInt8(ascii: "l")
        default: false
        }
    }

    private struct Mask {
        let pattern: StaticString
        let fill: @Sendable (inout PlaceholderValues) -> String
    }

    private static let masks: [Mask] = [
        Mask(pattern: "@user") { "@" + $0.handle() },
        Mask(pattern: "[NAME]") { $0.name() }, Mask(pattern: "[RELIGION]") { $0.name() },
        Mask(pattern: "&lt;#&gt;") { $0.number() }, Mask(pattern: "<#>") { $0.number() },
        Mask(pattern: "&lt;DECIMAL&gt;") { $0.number() }, Mask(pattern: "<DECIMAL>") { $0.number() },
        Mask(pattern: "&lt;TIME&gt;") { $0.time() }, Mask(pattern: "<TIME>") { $0.time() },
        Mask(pattern: "<DATE>") { $0.date() }, Mask(pattern: "<URL>") { $0.address() },
        Mask(pattern: "&lt;URL&gt;") { $0.address() },
        Mask(pattern: "<EMAIL>") { $0.handle() + "@example.com" },
    ]

    /// Returns `true` if the UTF-8 of a text contains a pattern. Most texts contain no placeholder, and
    /// comparing bytes is much faster than comparing characters.
    private static func contains(_ pattern: StaticString, in text: inout String) -> Bool {
        text.withUTF8 { bytes -> Bool in
            guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return false }
            let (length, first) = (pattern.utf8CodeUnitCount, Int32(pattern.utf8Start[0]))
            var start = 0
            while start + length <= bytes.count,
                let found = memchr(base + start, first, bytes.count - length - start + 1)
            {
                if memcmp(found, pattern.utf8Start, length) == 0 { return true }
                start = UnsafeRawPointer(found) - base + 1
            }
            return false
        }
    }

    private static func find(_ pattern: String, in text: Substring) -> Range<Substring.Index>? {
        guard let first = pattern.first else { return nil }
        var start = text.startIndex
        while let index = text[start...].firstIndex(of: first) {
            if text[index...].hasPrefix(pattern) { return index..<text.index(index, offsetBy: pattern.count) }
            start = text.index(after: index)
        }
        return nil
    }
}

struct PlaceholderValues {
    private var state: UInt64

    init(seed: ContentDigest) {
        state = seed.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func next(below bound: UInt64) -> Int {
        // Knuth's MMIX linear congruential generator. Its upper bits are the random ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % bound)
    }

    private static let syllables = [
        "ba", "bel", "co", "da", "den", "el", "fa", "gor", "ha", "il", "jo", "ka", "len", "li", "ma", "mir",
        "na", "nor",
        "o", "pa", "ra", "ri", "sa", "ta", "ten", "ul", "va", "vin", "wa", "yo", "za", "zel",
    ]

    private mutating func syllables(_ count: Int) -> String {
        (0..<count).map { _ in Self.syllables[next(below: UInt64(Self.syllables.count))] }.joined()
    }

    mutating func name() -> String {
        let name = syllables(2 + next(below: 2))
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    mutating func handle() -> String {
        let name = syllables(2 + next(below: 3))
        return next(below: 2) == 0 ? name : name + number()
    }

    mutating func number() -> String { String(1 + next(below: 900)) }
    mutating func time() -> String { "\(1 + next(below: 12)):\(10 + next(below: 50))" }
    mutating func date() -> String { "\(1 + next(below: 28))/\(1 + next(below: 12))" }
    mutating func address() -> String { "http://\(syllables(3)).example/\(syllables(2))" }
}
