import CICU

extension BreakAutomaton {
    /// The alphabet with which blocks split ASCII exactly as these rules do, or `nil` if there is none.
    ///
    /// The alphabet is verified with every pair of ASCII classes, and with every mark between two word
    /// characters.
    var asciiAlphabet: ASCIIAlphabet? {
        let alphabet = ASCIIAlphabet(
            at: end(of: "a@") == 2 ? UInt8(ascii: "@") : 0xFF,
            colon: end(of: "a:a") == 3 ? UInt8(ascii: ":") : 0xFF)
        let kinds = Array("aZ09_@.':,;\" \t\n\r!".utf8)
        let cores = Array("aZ09_@".utf8)
        for first in kinds {
            for second in kinds {
                guard agree(alphabet, [first, second]) else { return nil }
                guard cores.contains(first), !cores.contains(second) else { continue }
                for third in cores where !agree(alphabet, [first, second, third]) { return nil }
            }
        }
        return alphabet
    }

    private func end(of text: String) -> Int { end(of: Array(text.utf8)) }

    private func end(of text: [UInt8]) -> Int {
        text.withUnsafeBufferPointer { end($0, from: 0) { _ in 0 }.upper }
    }

    /// `true` if the rules and a block find the same end for the first word of an ASCII text.
    private func agree(_ alphabet: ASCIIAlphabet, _ text: [UInt8]) -> Bool {
        let padded = text + [UInt8](repeating: 0, count: 96)
        return padded.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return false }
            let starts = VectorReader.starts(
                VectorReader.read(base, alphabet), base, skipped: 0, alphabet)
            let all = starts & ((1 << UInt64(text.count)) - 1) | 1 << UInt64(text.count)
            return end(of: text) == (all & (all - 1)).trailingZeroBitCount
        }
    }
}
