import TestSupport
import Testing

@testable import IlkRules

/// What an index of literals finds, against comparing every literal at every place.
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

    /// The reference: every literal at every place.
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
    func `findings`(_ literals: [String], _ text: String, _ count: Int) {
        #expect(found(literals, in: text).count == count, "\(literals) in \(text.debugDescription)")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `finds what comparing everywhere finds`(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let scan = LiteralScan()
        let letters = Array("abcABC .(é".utf8) + [0]
        func string(_ length: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: length, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? 0
            }
        }
        for _ in 0..<300 {
            let literals = Array(
                Set(
                    (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                        string(1...7).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                    }))
            let index = LiteralIndex(literals)
            for _ in 0..<20 {
                let text = string(0...80)
                let findings = found(index, scan, text)
                #expect(Set(findings) == wanted(literals, text), "seed \(seed)")
                #expect(findings.count == Set(findings).count, "each once")
            }
        }
    }

    @Test func `knows which bytes a text has and whether it can have more than one line`() {
        let index = LiteralIndex([[0x61]])
        let scan = LiteralScan()
        for (text, isOneLine) in [
            ("one line", true), ("two\nlines", false), ("a\r", false), ("\u{2028}", false),
        ] {
            _ = found(index, scan, Array(text.utf8))
            #expect(scan.isOneLine == isOneLine, "\(text.debugDescription)")
            for byte in UInt8.min...UInt8.max {
                #expect((scan.seen[Int(byte)] == 1) == text.utf8.contains(byte))
            }
        }
    }
}
