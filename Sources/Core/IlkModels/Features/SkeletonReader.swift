import IlkText

/// Reads skeleton bigrams, in which function words and marks are unchanged and every other word is replaced
/// by its length and case: `the Invoice` → `the A9`. Skeleton bigrams keep the structure of a text but not
/// its subject.
///
/// Each token has a name and a hash. Scoring computes only the hash; `FeatureReadingTests` verify that it
/// equals the hash of the name.
struct SkeletonReader {
    /// `true` for white space, or an edge of the text, before and after a token.
    private struct Gaps {
        var before: Bool
        var behind: Bool
    }

    private var neighbors = NeighborNames()

    /// Calls a closure with each token that is not a space, in order.
    @inline(__always)
    private static func forEachPiece(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ body: (FeatureToken, Gaps) -> Void
    ) {
        var hasSpace = true
        for index in 0..<tokens.count {
            let token = tokens[index]
            if token.type == .space {
                hasSpace = true
                continue
            }
            let next = index &+ 1 < tokens.count ? tokens[index &+ 1].type : .lineEnd
            body(token, Gaps(before: hasSpace, behind: next.isGap))
            hasSpace = token.type == .lineEnd
        }
    }

    // MARK: Hashes

    static func addHashes(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, to stream: FeatureStream
    ) {
        names.withUnsafeBufferPointer { names in
            var last = names[FrameName.start.rawValue].hash
            forEachPiece(tokens) { token, gaps in
                let hash: UInt64
                switch token.type {
                case .word: hash = wordHash(token, view, names)
                case .number: hash = numberHash(token, view, names, stream)
                case .mark: hash = markHash(token, view, gaps)
                case .lineEnd:
                    let (isParagraph, isIndented) = newline(token, view)
                    hash = names[(isParagraph ? FrameName.paragraph : .newline).rawValue].hash
                    if isIndented {
                        stream.add(FeatureHash.pair(last, hash))
                        last = hash
                        let indent = names[FrameName.indent.rawValue].hash
                        stream.add(FeatureHash.pair(last, indent))
                        last = indent
                        return
                    }
                case .url, .address, .mention, .tag, .emoji, .space:
                    hash = names[FrameName(token.type).rawValue].hash
                }
                stream.add(FeatureHash.pair(last, hash))
                last = hash
            }
            stream.add(FeatureHash.pair(last, names[FrameName.end.rawValue].hash))
        }
    }

    private typealias Names = UnsafeBufferPointer<(name: [UInt8], hash: UInt64)>

    @inline(__always)
    private static func wordHash(_ token: FeatureToken, _ view: AnalyzedText.View, _ names: Names) -> UInt64 {
        let analyzed = view.tokens[Int(token.index)]
        guard view.wordClasses[Int(token.word)].overlaps(.skeleton) else {
            return names[FrameName(shapeOf: analyzed).rawValue].hash
        }
        let form = view.wordHashes[Int(token.word)]
        return isCapitalized(analyzed, view) ? FeatureHash.capitalized(form) : form
    }

    private static func numberHash(
        _ token: FeatureToken, _ view: AnalyzedText.View, _ names: Names, _ stream: FeatureStream
    ) -> UInt64 {
        guard token.upper - token.lower <= 5 else { return names[FrameName.longNumber.rawValue].hash }
        stream.material.removeAll(keepingCapacity: true)
        UnigramReader.appendNumber(token, view, to: &stream.material)
        return stream.material.withUnsafeBufferPointer {
            FeatureHash.plain($0, seed: StableHash.wordSeed)
        }
    }

    /// Returns the hash of a mark's name, which has at most eight bytes and is therefore composed in a
    /// register.
    @inline(__always)
    private static func markHash(_ token: FeatureToken, _ view: AnalyzedText.View, _ gaps: Gaps) -> UInt64 {
        var bytes: UInt64 = 0
        var shift: UInt64 = 0
        forEachByte(ofMark: token, view, gaps) { byte in
            bytes |= UInt64(byte) &<< shift
            shift &+= 8
        }
        return StableHash.finish(
            StableHash.step(StableHash.wordSeed, bytes), count: Int(truncatingIfNeeded: shift &>> 3))
    }

    // MARK: Names

    mutating func addNames(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, to stream: FeatureStream
    ) {
        neighbors.begin()
        append(.start, (0, 0), stream)
        Self.forEachPiece(tokens) { token, gaps in
            let place = (token.lower, token.upper)
            switch token.type {
            case .word: appendWord(token, view, stream)
            case .number where token.upper - token.lower <= 5:
                let start = stream.material.count
                UnigramReader.appendNumber(token, view, to: &stream.material)
                neighbors.end(from: start, place, stream)
            case .number: append(.longNumber, place, stream)
            case .mark:
                let start = stream.material.count
                Self.forEachByte(ofMark: token, view, gaps) { stream.material.append($0) }
                neighbors.end(from: start, place, stream)
            case .lineEnd:
                let (isParagraph, isIndented) = Self.newline(token, view)
                append(isParagraph ? .paragraph : .newline, place, stream)
                if isIndented { append(.indent, place, stream) }
            case .url, .address, .mention, .tag, .emoji, .space:
                append(FrameName(token.type), place, stream)
            }
        }
        let end = tokens.last?.upper ?? 0
        append(.end, (end, end), stream)
        neighbors.addPairs(to: stream)
    }

    private mutating func append(_ name: FrameName, _ place: (Int32, Int32), _ stream: FeatureStream) {
        neighbors.append(Self.names[name.rawValue].name, place, stream)
    }

    private mutating func appendWord(
        _ token: FeatureToken, _ view: AnalyzedText.View, _ stream: FeatureStream
    ) {
        let analyzed = view.tokens[Int(token.index)]
        let place = (token.lower, token.upper)
        guard view.wordClasses[Int(token.word)].overlaps(.skeleton) else {
            return append(FrameName(shapeOf: analyzed), place, stream)
        }
        let start = stream.material.count
        if Self.isCapitalized(analyzed, view) { stream.material.append(UInt8(ascii: "+")) }
        stream.material.append(contentsOf: UnsafeBufferPointer(rebasing: view.folded[analyzed.foldedRange]))
        neighbors.end(from: start, place, stream)
    }

    // MARK: Common parts

    /// The fixed names with their hashes, indexed by the raw values of ``FrameName``.
    private static let names: [(name: [UInt8], hash: UInt64)] = FrameName.allCases.map {
        ($0.text.withUTF8Buffer(Array.init), FeatureHash.fixed($0.text))
    }

    @inline(__always)
    private static func isCapitalized(_ token: Token, _ view: AnalyzedText.View) -> Bool {
        token.shape.contains(.startsUpper) && !token.shape.contains(.innerUpper)
            && FeatureHash.isWordStart(view.folded[Int(token.foldedLowerBound)])
    }

    /// Passes the bytes of a mark's name to a closure: `_` after white space, up to four bytes of the mark,
    /// `+` for the second and the third mark of a run, and `_` before white space. `!!!` between spaces has
    /// the name `_!++_`. The name has at most eight bytes.
    @inline(__always)
    private static func forEachByte(
        ofMark token: FeatureToken, _ view: AnalyzedText.View, _ gaps: Gaps, _ body: (UInt8) -> Void
    ) {
        if gaps.before { body(UInt8(ascii: "_")) }
        let analyzed = view.tokens[Int(token.index)]
        let size = analyzed.upperBound &- analyzed.lowerBound
        for offset in 0..<Int(min(4, size)) { body(view.bytes[Int(analyzed.lowerBound) &+ offset]) }
        if token.upper &- token.lower >= 2 &* size, size > 0 { body(UInt8(ascii: "+")) }
        if token.upper &- token.lower >= 3 &* size, size > 0 { body(UInt8(ascii: "+")) }
        if gaps.behind { body(UInt8(ascii: "_")) }
    }

    /// Returns two Boolean values: the line end ends a paragraph, and the next line is indented.
    private static func newline(_ token: FeatureToken, _ view: AnalyzedText.View) -> (
        isParagraph: Bool, isIndented: Bool
    ) {
        var lines = 0
        var indentation = 0
        for offset in Int(token.lower)..<Int(token.upper) {
            if view.bytes[offset] == 0x0A {
                lines += 1
                indentation = 0
            } else {
                indentation += 1
            }
        }
        return (lines > 1, indentation > 0)
    }
}

/// The tokens with fixed names, such as `A9` for a capitalized word of seven or more letters.
private enum FrameName: Int, CaseIterable {
    case start, end, url, address, mention, tag, emoji, newline, paragraph, indent, longNumber
    case joined, joinedCapitals, mixed, otherScript
    case one, short, middle, long
    case capitalOne, capitalShort, capitalMiddle, capitalLong
    case capitals, capitalInner, inner

    /// The name of a token that is not a word, number, mark or line end.
    init(_ type: TokenType) {
        switch type {
        case .url: self = .url
        case .address: self = .address
        case .mention: self = .mention
        case .tag: self = .tag
        case .emoji, .word, .number, .mark, .space, .lineEnd: self = .emoji
        }
    }

    /// The name of a word by its length and case.
    @inline(__always)
    init(shapeOf token: Token) {
        let shape = token.shape
        if shape.contains(.hasUnderscore) {
            self = shape.isDisjoint(with: [.startsUpper, .innerUpper]) ? .joined : .joinedCapitals
        } else if shape.contains(.hasDigit) {
            self = .mixed
        } else if token.kind != .letter {
            self = .otherScript
        } else if shape.isDisjoint(with: [.startsUpper, .innerUpper]) {
            let count = token.characterCount
            self = count == 1 ? .one : count <= 3 ? .short : count <= 6 ? .middle : .long
        } else if !shape.contains(.innerUpper) {
            let count = token.characterCount
            self =
                count == 1
                ? .capitalOne : count <= 3 ? .capitalShort : count <= 6 ? .capitalMiddle : .capitalLong
        } else if !shape.contains(.hasLower) {
            self = .capitals
        } else {
            self = shape.contains(.startsUpper) ? .capitalInner : .inner
        }
    }

    var text: StaticString {
        switch self {
        case .start: "^"
        case .end: "$"
        case .url: "U"
        case .address: "E"
        case .mention: "H"
        case .tag: "T"
        case .emoji: "J"
        case .newline: "N"
        case .paragraph: "NN"
        case .indent: "I"
        case .longNumber: "0x"
        case .joined: "a_a"
        case .joinedCapitals: "A_A"
        case .mixed: "a0"
        case .otherScript: "z"
        case .one: "a1"
        case .short: "a3"
        case .middle: "a6"
        case .long: "a9"
        case .capitalOne: "A1"
        case .capitalShort: "A3"
        case .capitalMiddle: "A6"
        case .capitalLong: "A9"
        case .capitals: "AA"
        case .capitalInner: "AaA"
        case .inner: "aA"
        }
    }
}
