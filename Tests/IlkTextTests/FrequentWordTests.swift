import SegmentationOracle
import Testing

@testable import IlkText

/// The block-wise reader of frequent words finds the same words as the letter-wise reader.
@Suite struct `Frequent word reader` {
    private struct Words: FrequentWordSink, LanguageSink {
        var keys: [UInt64] = []
        var words = 0
        var codeWords = 0

        mutating func word(_ key: UInt64) { keys.append(key) }
        mutating func word(_ windows: UnsafeBufferPointer<UInt64>, of group: LanguageGroup, isCapital: Bool) {
            words += 1
        }
        mutating func codeWord() { codeWords += 1 }
        mutating func letter(_ scalar: UInt32) {}
        mutating func ideograph(_ scalar: UInt32) {}
    }

    private static func common(_ text: String) -> (words: Words, reader: FrequentWordReader)? {
        var text = text
        var words = Words()
        return text.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FrequentWordReader.roomSize) { room in
                guard var reader = FrequentWordReader(bytes, room: room) else { return nil }
                reader.read(0..<bytes.count, into: &words)
                return (words, reader)
            }
        }
    }

    private static func plain(_ text: String) -> Words {
        var text = text
        var words = Words()
        text.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: LanguageReader.windowCount) { windows in
                LetterClass.table.withUnsafeBufferPointer {
                    LanguageReader(bytes, $0, windows).read(0..<bytes.count, into: &words)
                }
            }
        }
        return words
    }

    private static func key(_ word: String) -> UInt64 {
        word.utf8.count > 8 ? .max : word.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @Test(arguments: [
        ("The cat sat", ["the", "cat", "sat"]), ("Don't!", ["don't"]), ("'tis it's'", ["tis", "it's"]),
        ("see http://a.example/b now", ["see", "now"]), ("café or bar", ["or", "bar"]),
        ("x_1 is 3rd", ["is"]),
        ("iPhone of mine", ["of", "mine"]), ("extraordinary as is", ["extraordinary", "as", "is"]), ("", []),
        ("ends.", ["ends"]), ("a\u{201C}b\u{201D}c de", ["de"]),
    ])
    func `words of sentences are passed on in lower case`(text: String, expected: [String]) {
        #expect((Self.common(text)?.words.keys ?? []) == expected.map(Self.key))
    }

    @Test func `words are counted as by the letter-wise reader, wherever blocks end`() throws {
        var dice = TextDice(seed: 3)
        let parts = [
            "a", "the", "Word", "isn't", "'", "''", " ", " ", " ", ", ", ". ", ".", "-", "--", "/", ":", "(",
            "()", "@", "x1",
            "7", "camelCase", "_", "$", "#", "\n", String(repeating: "long", count: 20), "extraordinarily",
        ]
        for _ in 0..<20_000 {
            let text = (0..<dice.below(60) + 1).map { _ in parts[dice.below(parts.count)] }.joined()
            let (words, reader) = try #require(Self.common(text))
            let plain = Self.plain(text)
            #expect(
                reader.words == plain.words && reader.codeWords == plain.codeWords, "\(text.debugDescription)"
            )
            #expect(words.keys.count <= reader.words, "\(text.debugDescription)")
        }
    }
}
