import TestSupport

/// Generates lines of NDJSON in many forms, and damages them.
enum JSONLineGenerator {
    private static let pieces = [
        "plain words of a sentence", "x", "", "é", "文字", "😀", "\u{7F}", "\u{2028}", "{}[],:",
        "a long run of ASCII that goes over several steps of the scan, and then some more of it",
    ]
    private static let escapes = [
        #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0041"#, #"\u00e9"#, #"\u20AC"#,
        #"\ud83d\ude00"#, #"\u0000"#, #"\u001f"#,
    ]
    private static let numbers = ["0", "-0", "1", "-17", "3.25", "1e3", "2E-2", "6.5e+1", "123456789"]
    private static let spoilers = Array(#"{}[]",:\ 0123456789.eE+-tfnulx\#u{0}\#u{1F}\#u{9}"#.utf8)

    /// Returns one object with a few fields. Most have a string called `text`.
    static func line(_ generator: inout SeededGenerator) -> [UInt8] {
        var line = ""
        space(&line, &generator)
        object(&line, &generator, depth: 0)
        space(&line, &generator)
        return Array(line.utf8)
    }

    /// Changes, inserts, removes or repeats one or a few bytes.
    static func spoil(_ line: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !line.isEmpty else { return }
        let place = generator.below(line.count)
        let byte = spoilers[generator.below(spoilers.count)]
        switch generator.below(6) {
        case 0: line[place] = byte
        case 1: line.insert(byte, at: place)
        case 2: line.remove(at: place)
        case 3: line.removeSubrange(place...)
        case 4:
            line.insert(contentsOf: line[place..<min(place + 1 + generator.below(9), line.count)], at: place)
        default: line.swapAt(place, generator.below(line.count))
        }
    }

    /// `true` for lines that Foundation treats differently: unpaired surrogates, which we repair, NUL near
    /// the start, which it reads as UTF-16 or UTF-32, and numbers beyond the range of `Double`.
    static func isBeyondOracle(_ line: [UInt8]) -> Bool {
        let text = String(decoding: line, as: UTF8.self).lowercased()
        return line.prefix(4).contains(0) || text.contains(#"\ud"#) || text.contains(/[0-9.]e[+-]?[0-9]{3}/)
    }

    private static func space(_ line: inout String, _ generator: inout SeededGenerator) {
        line += ["", "", "", " ", "\t", "  \r"][generator.below(6)]
    }

    private static func string(_ line: inout String, _ generator: inout SeededGenerator) {
        line += "\""
        for _ in 0..<generator.below(6) {
            let isEscape = generator.below(3) == 0
            line += isEscape ? escapes[generator.below(escapes.count)] : pieces[generator.below(pieces.count)]
        }
        line += "\""
    }

    private static func object(_ line: inout String, _ generator: inout SeededGenerator, depth: Int) {
        var names = ["id", "text", "te\\u0078t2", "a b", "", "label", "Text", "größe"].shuffled(
            using: &generator)
        if depth == 0, generator.below(12) == 0 { names.removeAll { $0 == "text" } }
        line += "{"
        for (index, name) in names.prefix(depth == 0 ? 8 : generator.below(4)).enumerated() {
            if index > 0 { line += "," }
            space(&line, &generator)
            line += "\"\(name)\""
            space(&line, &generator)
            line += ":"
            space(&line, &generator)
            if name == "text", generator.below(10) > 0 {
                string(&line, &generator)
            } else {
                value(&line, &generator, depth: depth + 1)
            }
            space(&line, &generator)
        }
        line += "}"
    }

    private static func value(_ line: inout String, _ generator: inout SeededGenerator, depth: Int) {
        switch generator.below(depth > 4 ? 5 : 7) {
        case 0, 1: string(&line, &generator)
        case 2, 3: line += numbers[generator.below(numbers.count)]
        case 4: line += ["true", "false", "null"][generator.below(3)]
        case 5: object(&line, &generator, depth: depth)
        default:
            line += "["
            for index in 0..<generator.below(4) {
                if index > 0 { line += "," }
                space(&line, &generator)
                value(&line, &generator, depth: depth + 1)
            }
            space(&line, &generator)
            line += "]"
        }
    }
}
