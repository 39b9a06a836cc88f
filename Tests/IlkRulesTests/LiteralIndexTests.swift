import CICU
import TestSupport
import Testing

@testable import IlkRules

/// Compares an index of literals with a comparison of every literal at every position.
@Suite struct `Literal index` {
    private struct Finding: Hashable {
        let literal: Int
        let end: Int
    }

    private func found(_ literals: [String], in text: String) -> [Finding] {
        let index = LiteralIndex(literals.map { Array($0.utf8) })
        let scan = LiteralScan()
        return found(index, scan, Array(text.utf8))
    }

    private func found(_ index: LiteralIndex, _ scan: LiteralScan, _ text: [UInt8]) -> [Finding] {
        var findings: [Finding] = []
        text.withUnsafeBufferPointer { bytes in
            index.scan(bytes, using: scan) { findings.append(Finding(literal: $0, end: $1)) }
        }
        return findings
    }

    /// Returns the reference: every literal at every position.
    private func wanted(_ literals: [[UInt8]], _ text: [UInt8]) -> Set<Finding> {
        func fold(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        let folded = text.map(fold)
        var findings: Set<Finding> = []
        for (number, literal) in literals.enumerated() where literal.count <= folded.count {
            for start in 0...folded.count - literal.count
            where folded[start..<start + literal.count].elementsEqual(literal) {
                findings.insert(Finding(literal: number, end: start + literal.count))
            }
        }
        return findings
    }

    @Test(arguments: [
        ([], "anything", 0),
        (["a"], "", 0),
        (["a"], "banana", 3),
        (["ab"], "ab", 1),
        (["ab"], "a", 0),
        (["b"], "ab", 1),
        (["na"], "banana", 2),
        (["ana"], "banana", 2),
        (["ana", "anan", "banana", "a", "na"], "BaNaNa", 2 + 1 + 1 + 3 + 2),
        (["the end"], "This is THE END", 1),
        (["é"], "café É", 1),
        (["\u{0}"], "a\u{0}", 1),
        (["ab"], "xa\u{0}", 0),
        (
            ["needle", "le", "x"],
            String(repeating: "hay ", count: 1_023) + "nEedlex" + String(repeating: "-", count: 9_000), 3
        ),
    ])
    func `literals are found`(_ literals: [String], _ text: String, _ count: Int) {
        #expect(found(literals, in: text).count == count, "\(literals) in \(text.debugDescription)")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `the index finds the same literals as a full comparison`(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let scan = LiteralScan()
        let letters = Array("abcABC .(é_7\u{1F600}".utf8) + [0, 0x0A]
        func string(_ length: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: length, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? 0
            }
        }
        for _ in 0..<(TestLength.isLong ? 300 : 60) {
            let literals = Array(
                Set(
                    (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                        string(1...7).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                    }))
            let atWords = literals.map { _ in Bool.random(using: &generator) }
            let index = LiteralIndex(literals)
            let wordIndex = LiteralIndex(literals, atWords: atWords)
            for _ in 0..<20 {
                let text = string(0...(Int.random(in: 0...9, using: &generator) == 0 ? 5_000 : 200))
                let wanted = wanted(literals, text)
                let findings = found(index, scan, text)
                #expect(Set(findings) == wanted, "seed \(seed)")
                #expect(findings.count == Set(findings).count, "each once")
                let atWords = Set(found(wordIndex, scan, text))
                #expect(atWords.isSubset(of: wanted))
                #expect(wanted.subtracting(atWords).allSatisfy { stands($0, inWord: text, literals) })
            }
        }
    }

    /// `true` if an ASCII word byte precedes a finding.
    private func stands(_ finding: Finding, inWord text: [UInt8], _ literals: [[UInt8]]) -> Bool {
        let lower = finding.end - literals[finding.literal].count
        return lower > 0 && ByteClass.word.contains(text[lower - 1])
    }

    /// Compares the onsets of a text found by vector code, block by block, with those found byte by byte.
    @Test func `onsets found by vector code and byte by byte are equal`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let text = (0..<128).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var found: Set<Int> = []
            var inWord: UInt64 = 0
            text.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                for block in 0..<2 {
                    let mask = ilk_onsets_read(base + 64 * block, &inWord)
                    for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 { found.insert(64 * block + bit) }
                }
            }
            let wanted = text.indices.filter { place in
                ilk_is_mark_byte(text[place]) != 0
                    || ilk_is_word_byte(text[place]) != 0
                        && (place == 0 || ilk_is_word_byte(text[place - 1]) == 0)
            }
            #expect(found == Set(wanted))
        }
        for byte in UInt8.min...UInt8.max {
            #expect((ilk_is_word_byte(byte) != 0) == ByteClass.word.contains(byte), "\(byte)")
        }
    }

    @Test func `every decimal digit begins with a known byte`() {
        let known = Set(RequiredLiterals.digitStarts.joined())
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .decimalNumber
            else { continue }
            #expect(known.contains(Array(String(scalar).utf8)[0]), "U+\(String(value, radix: 16))")
        }
    }

    @Test func `the set of bytes in a text and single lines are detected`() {
        let seen = ByteSet()
        for (text, isOneLine) in [
            ("one line", true), ("two\nlines", false), ("a\r", false), ("\u{2028}", false),
        ] {
            seen.clear()
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                #expect(seen.isOneLine(bytes) == isOneLine, "\(text.debugDescription)")
                for byte in UInt8.min..<0x80 {
                    var set = ByteClass()
                    set.insert(byte)
                    let isSeen = [set].withUnsafeBufferPointer {
                        seen.hasMembers(of: $0, bytes, isASCII: true)
                    }
                    #expect(isSeen == text.utf8.contains(byte))
                }
            }
        }
    }
}
