import IlkDefaults
import IlkVocabulary

/// Identifies the language of a text. Immutable and thread-safe.
///
/// A guess does not allocate memory. If a text is longer than ``fullReadLength`` bytes, only samples spread
/// over the text are read.
public struct LanguageGuesser: Sendable {
    /// The maximum length, in bytes, of a text that is read completely.
    public static let fullReadLength = 1_024
    /// In an ASCII text of at least this length in bytes, every third span is read first. If these spans are
    /// conclusive, the rest is skipped.
    static let sketchedLength = 128
    private static let stretchLength = 24
    /// The number of samples of a longer text, and the minimum length of each in bytes.
    static let sampleCount = 8
    static let sampleLength = 128
    /// A guesser with the embedded model, which is loaded on first use.
    public static let standard: LanguageGuesser = {
        do throws(FormatError) {
            return LanguageGuesser(model: try LanguageModel(lasting: builtIn))
        } catch {
            preconditionFailure("the language model within the program cannot be read: \(error)")
        }
    }()

    package static var builtInBytes: [UInt8] { [UInt8](builtIn) }

    private static var builtIn: UnsafeRawBufferPointer {
        var count = 0
        let start = ilk_default_language_model(&count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    private let model: LanguageModel

    /// Creates a guesser.
    ///
    /// - Parameter model: The language model.
    public init(model: LanguageModel) {
        self.model = model
    }

    /// All languages that can be guessed, sorted by code. Some languages are identified by the model, others
    /// by their script alone.
    public var languages: [Language] {
        let alone = WritingScript.allCases.compactMap { ScriptLanguages.only(of: $0) }
        return Set(model.languages.filter { $0.code != "zxx" } + alone).sorted { $0.code < $1.code }
    }

    /// Guesses the language of a tokenized text.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text up to ``fullReadLength``, constant for longer texts.
    public func guess(_ text: borrowing TokenizedText) -> LanguageGuess {
        text.bytes.withUnsafeBufferPointer { guess(utf8: $0) }
    }

    /// Guesses the language of a string.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text up to ``fullReadLength``, constant for longer texts.
    public func guess(_ text: String) -> LanguageGuess {
        var text = text
        return text.withUTF8 { guess(utf8: $0) }
    }

    /// Guesses the language of a text.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Complexity: O(*n*) in the length of the text up to ``fullReadLength``, constant for longer texts.
    public func guess(utf8 bytes: UnsafeBufferPointer<UInt8>) -> LanguageGuess {
        frequentWords(bytes) ?? withTally(of: bytes) { $0.verdict() }
    }

    /// Returns the guess from frequent words if they are conclusive.
    private func frequentWords(_ bytes: UnsafeBufferPointer<UInt8>) -> LanguageGuess? {
        guard var tally = FrequentWordTally(model) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FrequentWordReader.roomSize) { room in
            guard var reader = FrequentWordReader(bytes, room: room) else { return nil }
            Self.eachRange(of: bytes) { reader.read($0, into: &tally) }
            return tally.verdict(reader)
        }
    }

    /// Returns the scores that a guess is based on, or `nil` if no languages were compared. The temperatures
    /// of a model are fitted to these scores.
    package func scores(utf8 bytes: UnsafeBufferPointer<UInt8>) -> LanguageScores? {
        withTally(of: bytes, sketching: false) { $0.scores() }
    }

    private func withTally<Result>(
        of bytes: UnsafeBufferPointer<UInt8>, sketching: Bool = true,
        _ body: (inout LanguageTally) -> Result
    ) -> Result {
        // Both buffers are small enough for the stack.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: LanguageTally.numberCount) { numbers in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: LanguageReader.windowCount) { windows in
                LetterClass.table.withUnsafeBufferPointer { classes in
                    let reader = LanguageReader(bytes, classes, windows)
                    numbers.initialize(repeating: 0)
                    var tally = LanguageTally(model, numbers)
                    if !sketching || !Self.sketch(bytes, reader, into: &tally) {
                        numbers.update(repeating: 0)
                        tally = LanguageTally(model, numbers)
                        Self.read(bytes, reader, into: &tally)
                        tally.subtractCosts()
                    }
                    return withExtendedLifetime(model) { body(&tally) }
                }
            }
        }
    }

    /// Reads spans spread over a text, and returns `true` if they are conclusive, as for most texts.
    private static func sketch(
        _ bytes: UnsafeBufferPointer<UInt8>, _ reader: LanguageReader, into tally: inout LanguageTally
    ) -> Bool {
        guard bytes.count >= sketchedLength, bytes.count <= fullReadLength,
            bytes.allSatisfy({ $0 < 0x80 })
        else { return false }
        for first in stride(from: 0, to: bytes.count - stretchLength, by: stretchLength * 3) {
            // A span that begins inside a word starts after that word. A span that ends inside a word extends
            // to the end of that word.
            var start = first
            let end = first + stretchLength
            while start > 0, start < end, bytes[start - 1] > 0x20 { start += 1 }
            reader.read(start..<end, into: &tally)
        }
        tally.subtractCosts()
        return tally.isSettled
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ reader: LanguageReader, into tally: inout LanguageTally
    ) {
        eachRange(of: bytes) { reader.read($0, into: &tally) }
    }

    /// Calls a closure with the ranges of a text to read: all of it, or samples spread over it.
    @inline(__always)
    private static func eachRange(of bytes: UnsafeBufferPointer<UInt8>, _ read: (Range<Int>) -> Void) {
        guard bytes.count > fullReadLength else { return read(0..<bytes.count) }
        for sample in 0..<sampleCount {
            // The last sample ends with the text. A sample that begins inside a word starts after that word.
            var start = (bytes.count - sampleLength) / (sampleCount - 1) * sample
            let end = start + sampleLength
            if sample > 0 {
                while start < end, bytes[start] > 0x20 { start += 1 }
                if start == end {
                    start = end - sampleLength
                    while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
                }
            }
            read(start..<end)
        }
    }
}
