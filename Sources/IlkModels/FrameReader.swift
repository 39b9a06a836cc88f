import IlkText

/// Writes pairs of neighbours of a text's frame into a stream: words that carry grammar and marks as they are, other
/// words by length and case. What a text is about falls away, how it is built stays.
struct FrameReader {
    private var pieces: [(lower: Int32, upper: Int32, placeLower: Int32, placeUpper: Int32)] = []

    mutating func read(
        _ units: [TextUnit], _ view: AnalysisView, into stream: inout FeatureStream, _ detail: FeatureDetail
    ) {
        pieces.removeAll(keepingCapacity: true)
        write("^", (0, 0), &stream.material)
        var hasSpace = true
        for index in units.indices {
            let unit = units[index]
            if unit.kind == .space {
                hasSpace = true
                continue
            }
            let next = index + 1 < units.count ? units[index + 1].kind : .newline
            let hasSpaceBehind = next == .space || next == .newline
            write(unit, view, spaceBefore: hasSpace, spaceBehind: hasSpaceBehind, &stream.material)
            hasSpace = unit.kind == .newline
        }
        let end = units.last?.upper ?? 0
        write("$", (end, end), &stream.material)
        for index in 1..<pieces.count {
            let left = pieces[index - 1]
            let right = pieces[index]
            stream.add(
                lower: Int(left.lower), upper: Int(right.upper), place: (left.placeLower, right.placeUpper),
                detail: detail)
        }
    }

    private mutating func write(_ text: StaticString, _ place: (Int32, Int32), _ material: inout [UInt8]) {
        let start = material.count
        for index in 0..<text.utf8CodeUnitCount { material.append(text.utf8Start[index]) }
        close(start, place, &material)
    }

    private mutating func close(_ start: Int, _ place: (Int32, Int32), _ material: inout [UInt8]) {
        pieces.append(
            (Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: material.count), place.0, place.1))
        material.append(UInt8(ascii: " "))
    }

    private mutating func write(
        _ unit: TextUnit, _ view: AnalysisView, spaceBefore: Bool,
        spaceBehind: Bool, _ material: inout [UInt8]
    ) {
        let place = (unit.lower, unit.upper)
        let start = material.count
        switch unit.kind {
        case .word: appendWord(unit, view, &material)
        case .number:
            if unit.upper - unit.lower <= 5 {
                WordReader.appendNumber(unit, view, to: &material)
            } else {
                material.append(contentsOf: [UInt8(ascii: "0"), UInt8(ascii: "x")])
            }
        case .url: material.append(UInt8(ascii: "U"))
        case .email: material.append(UInt8(ascii: "E"))
        case .mention: material.append(UInt8(ascii: "H"))
        case .hashtag: material.append(UInt8(ascii: "T"))
        case .emoji: material.append(UInt8(ascii: "J"))
        case .newline:
            writeNewline(unit, view, &material)
            return
        case .mark: appendMark(unit, view, spaceBefore: spaceBefore, spaceBehind: spaceBehind, &material)
        case .space: return
        }
        close(start, place, &material)
    }

    private func appendMark(
        _ unit: TextUnit, _ view: AnalysisView, spaceBefore: Bool, spaceBehind: Bool,
        _ material: inout [UInt8]
    ) {
        if spaceBefore { material.append(UInt8(ascii: "_")) }
        let token = view.tokens[Int(unit.token)]
        for offset in token.range.prefix(4) { material.append(view.bytes[offset]) }
        let size = token.upperBound - token.lowerBound
        let repeats = size > 0 ? (unit.upper - unit.lower) / size : 1
        if repeats >= 2 { material.append(UInt8(ascii: "+")) }
        if repeats >= 3 { material.append(UInt8(ascii: "+")) }
        if spaceBehind { material.append(UInt8(ascii: "_")) }
    }

    private mutating func writeNewline(
        _ unit: TextUnit, _ view: AnalysisView, _ material: inout [UInt8]
    ) {
        var lines = 0
        var indentation = 0
        for offset in Int(unit.lower)..<Int(unit.upper) {
            if view.bytes[offset] == 0x0A {
                lines += 1
                indentation = 0
            } else {
                indentation += 1
            }
        }
        if lines > 1 {
            write("NN", (unit.lower, unit.upper), &material)
        } else {
            write("N", (unit.lower, unit.upper), &material)
        }
        if indentation > 0 { write("I", (unit.lower, unit.upper), &material) }
    }

    private func appendWord(
        _ unit: TextUnit, _ view: AnalysisView, _ material: inout [UInt8]
    ) {
        let token = view.tokens[Int(unit.token)]
        if view.classes[Int(unit.word)].overlaps(.frame) {
            if token.shape.contains(.startsUpper), !token.shape.contains(.innerUpper) {
                material.append(UInt8(ascii: "+"))
            }
            material.append(contentsOf: UnsafeBufferPointer(rebasing: view.folded[token.foldedRange]))
        } else {
            Self.appendShape(token, &material)
        }
    }

    /// A word by its length and case.
    private static func appendShape(_ token: Token, _ material: inout [UInt8]) {
        let shape = token.shape
        let name: StaticString
        if shape.contains(.hasUnderscore) {
            name = shape.isDisjoint(with: [.startsUpper, .innerUpper]) ? "a_a" : "A_A"
        } else if shape.contains(.hasDigit) {
            name = "a0"
        } else if token.kind != .letter {
            name = "z"
        } else if shape.isDisjoint(with: [.startsUpper, .innerUpper]) {
            name =
                token.characterCount == 1
                ? "a1" : token.characterCount <= 3 ? "a3" : token.characterCount <= 6 ? "a6" : "a9"
        } else if !shape.contains(.innerUpper) {
            name =
                token.characterCount == 1
                ? "A1" : token.characterCount <= 3 ? "A3" : token.characterCount <= 6 ? "A6" : "A9"
        } else if !shape.contains(.hasLower) {
            name = "AA"
        } else {
            name = shape.contains(.startsUpper) ? "AaA" : "aA"
        }
        for index in 0..<name.utf8CodeUnitCount { material.append(name.utf8Start[index]) }
    }
}
