import IlkText
import IlkVocabulary

/// Reads the style features of a text: the range of each measured value, and the beginning and end of the
/// text.
///
/// Numeric style features come first, in the order of ``StyleFeature/all``, then the ``EdgeFeature``s.
package struct StyleReader {
    /// The index of each numeric style feature's range in the last text, or -1 if the feature does not apply.
    private(set) var ranges: [Int8] = []

    /// The names of all style features.
    package static let styleFeatures: [String] =
        StyleFeature.all.map(\.name) + EdgeFeature.allCases.map(\.rawValue)

    /// The hash and the name of each range of each numeric style feature. Element *i* is for the range with
    /// the index *i* - 1.
    static let features: [[(hash: UInt64, name: [UInt8])]] = StyleFeature.all.map { styleFeature in
        (-1...styleFeature.cuts.count + 1).map { range in
            let name = "\(styleFeature.name)=\(range)"
            return (StableHash.hash(name, seed: FeatureGroup.style.seed), Array(name.utf8))
        }
    }

    /// A cache of hashes with 64 slots per ``EdgeFeature``. Codes of 0 mark an empty slot, because the codes
    /// of a feature are never 0.
    private var remembered = [(codes: UInt32, hash: UInt64)](
        repeating: (0, 0), count: EdgeFeature.allCases.count << 6)

    // `allCases` allocates an array in each call.
    private static let edgeFeatures = EdgeFeature.allCases
    private static let edgeNames: [[UInt8]] = edgeFeatures.map { Array("\($0.rawValue)=".utf8) }

    /// Returns the stable id of a style feature: `lineCount:2..3` for `lineCount=2`, and `firstTwo:oP` for
    /// `firstTwo=oP`.
    static func id(of name: String) -> String {
        guard let equals = name.firstIndex(of: "=") else { return name }
        let (styleFeature, value) = (String(name[..<equals]), name[name.index(after: equals)...])
        guard let index = styleFeatures.firstIndex(of: styleFeature), index < StyleFeature.all.count,
            let range = Int(value)
        else { return "\(styleFeature):\(value)" }
        return StyleFeature.all[index].id(range: range)
    }

    mutating func read(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, into stream: FeatureStream,
        _ detail: FeatureDetail
    ) {
        StyleRanges.standard.read(view, into: &ranges)
        if detail != .hashes { addNames(to: stream) }
        let edges = Edges(tokens, view)
        for (index, feature) in Self.edgeFeatures.enumerated() {
            let codes = feature.codes(edges, view)
            if detail == .hashes {
                stream.add(hash(of: index, codes))
            } else {
                let start = stream.material.count
                Self.append(index, codes, to: &stream.material)
                stream.add(
                    lower: start, upper: stream.material.count, place: feature.place(edges), detail: detail)
            }
        }
    }

    private static func append(_ feature: Int, _ codes: UInt32, to material: inout [UInt8]) {
        material.append(contentsOf: edgeNames[feature])
        var rest = codes
        while rest != 0 {
            material.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Returns the hash of an ``EdgeFeature`` with the codes of a text. There are few combinations of codes,
    /// so the hashes are cached.
    private mutating func hash(of feature: Int, _ codes: UInt32) -> UInt64 {
        let slot = feature << 6 | Int((codes &* 0x9E37_79B1) >> 26)
        if remembered[slot].codes != codes {
            var name: [UInt8] = []
            Self.append(feature, codes, to: &name)
            let hash = name.withUnsafeBufferPointer { FeatureHash.of($0, .style) }
            remembered[slot] = (codes, hash)
        }
        return remembered[slot].hash
    }

    private func addNames(to stream: FeatureStream) {
        let features = Self.features
        for (index, range) in ranges.enumerated() {
            let feature = features[index][Int(range) + 1]
            stream.add(feature.hash, place: (0, 0)) { $0.append(contentsOf: feature.name) }
        }
    }
}

/// The beginning and the end of a text as one-character codes, such as `0` for a digit or a number.
struct Edges {
    let first: UInt8
    /// The code of the last character. The endings `..`, `!!` and `??` have separate codes.
    let last: UInt8
    let firstToken: UInt8
    let secondToken: UInt8
    let lastWord: UInt8
    /// The position of the first token.
    private(set) var firstPlace: FeatureStream.Span = (0, 0)
    /// The position of the first two tokens.
    private(set) var firstTwoPlace: FeatureStream.Span = (0, 0)
    /// The position of the last token that is not a mark.
    private(set) var lastPlace: FeatureStream.Span = (0, 0)

    init(_ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View) {
        first = Self.firstCharacter(view.bytes)
        last = Self.lastCharacter(view.bytes)
        var begin = (first: UInt8(ascii: "-"), second: UInt8(ascii: "-"))
        var found = 0
        for token in tokens where !token.type.isGap {
            if found == 0 {
                begin.first = Self.code(token, view)
                firstPlace = (token.lower, token.upper)
            } else {
                begin.second = Self.code(token, view)
            }
            firstTwoPlace = (firstPlace.lower, token.upper)
            found += 1
            if found == 2 { break }
        }
        firstToken = begin.first
        secondToken = begin.second
        var end = UInt8(ascii: "-")
        for token in tokens.reversed() where !token.type.isGap && token.type != .mark {
            end = Self.code(token, view)
            lastPlace = (token.lower, token.upper)
            break
        }
        lastWord = end
    }

    private static func firstCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
        guard let byte = bytes.first(where: { $0 > 0x20 }) else { return UInt8(ascii: "-") }
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt8(ascii: "a")
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt8(ascii: "0")
        default: return byte < 0x80 ? byte : byte < 0xE2 ? UInt8(ascii: "u") : UInt8(ascii: "o")
        }
    }

    private static func lastCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
        guard let index = bytes.lastIndex(where: { $0 > 0x20 }) else { return UInt8(ascii: "-") }
        let byte = bytes[index]
        let before = index > 0 ? bytes[index - 1] : 0
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            return UInt8(ascii: "a")
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt8(ascii: "0")
        case UInt8(ascii: "."): return before == byte ? UInt8(ascii: "E") : byte
        case UInt8(ascii: "!"):
            return before == byte || before == UInt8(ascii: "?") ? UInt8(ascii: "I") : byte
        case UInt8(ascii: "?"):
            return before == byte || before == UInt8(ascii: "!") ? UInt8(ascii: "Q") : byte
        case 0xA6: return index > 1 && bytes[index - 2] == 0xE2 ? UInt8(ascii: "E") : UInt8(ascii: "u")
        default:
            return byte < 0x80
                ? byte : index > 2 && bytes[index - 3] == 0xF0 ? UInt8(ascii: "J") : UInt8(ascii: "u")
        }
    }

    private static let classCodes: [(WordClass, UInt8)] = [
        (.firstPerson, UInt8(ascii: "i")), (.secondPerson, UInt8(ascii: "y")),
        (.firstPersonPlural, UInt8(ascii: "w")),
        (.thirdPerson, UInt8(ascii: "h")), (.interjection, UInt8(ascii: "o")),
        (.auxiliary, UInt8(ascii: "x")),
        (.question, UInt8(ascii: "q")), (.article, UInt8(ascii: "t")), (.demonstrative, UInt8(ascii: "d")),
        (.conjunction, UInt8(ascii: "c")), (.preposition, UInt8(ascii: "p")),
        (.imperative, UInt8(ascii: "m")),
        (.chat, UInt8(ascii: "k")), (.function, UInt8(ascii: "f")),
    ]

    private static func code(_ token: FeatureToken, _ view: AnalyzedText.View) -> UInt8 {
        switch token.type {
        case .number: return UInt8(ascii: "0")
        case .url: return UInt8(ascii: "U")
        case .address: return UInt8(ascii: "E")
        case .mention: return UInt8(ascii: "H")
        case .tag: return UInt8(ascii: "T")
        case .emoji: return UInt8(ascii: "J")
        case .mark: return UInt8(ascii: "P")
        case .space, .lineEnd: return UInt8(ascii: "-")
        case .word: break
        }
        let classes = view.wordClasses[Int(token.word)]
        if classes.rawValue != 0 {
            for (wordClass, code) in classCodes where classes.overlaps(wordClass) { return code }
        }
        let shape = view.tokens[Int(token.index)].shape
        if !shape.contains(.startsUpper) { return UInt8(ascii: "a") }
        return shape.contains(.innerUpper) && !shape.contains(.hasLower)
            ? UInt8(ascii: "C") : UInt8(ascii: "A")
    }
}

extension EdgeFeature {
    /// Returns the position of the words that the feature describes, or an empty position for single
    /// characters and for the whole text.
    func place(_ edges: Edges) -> FeatureStream.Span {
        switch self {
        case .firstWord: edges.firstPlace
        case .firstTwo: edges.firstTwoPlace
        case .lastWord: edges.lastPlace
        case .first, .last, .bothEnds, .endsAndCapitals: (0, 0)
        }
    }

    /// Returns the one-character codes of the feature: up to four non-zero bytes, the first code in the
    /// lowest byte.
    func codes(_ edges: Edges, _ view: AnalyzedText.View) -> UInt32 {
        func codes(_ first: UInt8, _ second: UInt8 = 0, _ third: UInt8 = 0, _ fourth: UInt8 = 0) -> UInt32 {
            UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16 | UInt32(fourth) << 24
        }
        return switch self {
        case .first: codes(edges.first)
        case .last: codes(edges.last)
        case .firstWord: codes(edges.firstToken)
        case .lastWord: codes(edges.lastWord)
        case .firstTwo: codes(edges.firstToken, edges.secondToken)
        case .bothEnds:
            codes(
                view[.uppercaseRatio] == 0 ? UInt8(ascii: "l") : UInt8(ascii: "m"),
                view[.unpunctuated] > 0 ? UInt8(ascii: "n") : UInt8(ascii: "p"), edges.last, edges.first)
        case .endsAndCapitals:
            codes(
                edges.first, edges.last,
                view[.capitalizedWordRatio] > 0 ? UInt8(ascii: "1") : UInt8(ascii: "0"))
        }
    }
}
