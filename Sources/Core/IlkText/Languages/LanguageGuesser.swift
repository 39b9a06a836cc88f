import IlkDefaults
import IlkVocabulary

/// Tells the language of texts. A value without state of its own: one serves all threads.
///
/// A guess costs no allocation. Of a text longer than ``wholeLength`` bytes, samples spread over it are read.
public struct LanguageGuesser: Sendable {
    /// The longest text that is read as a whole, in bytes.
    public static let wholeLength = 1_024
    /// Of a text of ASCII that is at least so long every third stretch is read first, and no more when that leaves no doubt.
    static let sketchedLength = 128
    private static let stretchLength = 24
    /// How many samples are read of a longer text, and how long each is at least, in bytes.
    static let sampleCount = 8
    static let sampleLength = 128
    /// The guesser with the model that is inside the program. Its first use costs a tenth of a millisecond.
    public static let standard: LanguageGuesser = {
        do throws(FormatError) {
            return LanguageGuesser(model: try LanguageModel(lasting: builtIn))
        } catch {
            preconditionFailure("the language model within the program cannot be read: \(error)")
        }
    }()

    /// The bytes of the model that is inside the program.
    package static var builtInBytes: [UInt8] { [UInt8](builtIn) }

    private static var builtIn: UnsafeRawBufferPointer {
        var count = 0
        let start = ilk_default_language_model(&count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    private let model: LanguageModel

    /// A guesser with a model.
    public init(model: LanguageModel) {
        self.model = model
    }

    /// The languages that may be guessed, by the model and by their script alone, in the order of their codes.
    public var languages: [Language] {
        let alone = WritingScript.allCases.compactMap { ScriptLanguages.only(of: $0) }
        return Set(model.languages.filter { $0.code != "zxx" } + alone).sorted { $0.code < $1.code }
    }

    /// The language of a tokenized text.
    public func guess(_ text: borrowing TokenizedText) -> LanguageGuess {
        text.bytes.withUnsafeBufferPointer { guess(utf8: $0) }
    }

    /// The language of a string.
    public func guess(_ text: String) -> LanguageGuess {
        var text = text
        return text.withUTF8 { guess(utf8: $0) }
    }

    /// The language of a text.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Complexity: Linear in the length up to ``wholeLength``, constant from there on.
    public func guess(utf8 bytes: UnsafeBufferPointer<UInt8>) -> LanguageGuess {
        frequentWords(bytes) ?? withTally(of: bytes) { $0.verdict() }
    }

    /// What the common words of a text say, when they leave no doubt.
    private func frequentWords(_ bytes: UnsafeBufferPointer<UInt8>) -> LanguageGuess? {
        guard var tally = FrequentWordTally(model) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FrequentWordReader.roomSize) { room in
            guard var reader = FrequentWordReader(bytes, room: room) else { return nil }
            Self.eachRange(of: bytes) { reader.read($0, into: &tally) }
            return tally.verdict(reader)
        }
    }

    /// The scores behind a guess: what a model's temperatures are fitted on. Nil unless languages were compared.
    package func scores(utf8 bytes: UnsafeBufferPointer<UInt8>) -> LanguageScores? {
        withTally(of: bytes, sketching: false) { $0.scores() }
    }

    private func withTally<Result>(
        of bytes: UnsafeBufferPointer<UInt8>, sketching: Bool = true,
        _ body: (inout LanguageTally) -> Result
    ) -> Result {
        // Both are small enough to lie on the stack.
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
                        tally.carry()
                    }
                    return withExtendedLifetime(model) { body(&tally) }
                }
            }
        }
    }

    /// Reads stretches spread over a text and says whether they settle the language: those of most texts do.
    private static func sketch(
        _ bytes: UnsafeBufferPointer<UInt8>, _ reader: LanguageReader, into tally: inout LanguageTally
    ) -> Bool {
        guard bytes.count >= sketchedLength, bytes.count <= wholeLength,
            bytes.allSatisfy({ $0 < 0x80 })
        else { return false }
        for first in stride(from: 0, to: bytes.count - stretchLength, by: stretchLength * 3) {
            // Each begins behind the word that it falls into, and ends where its last word does.
            var start = first
            let end = first + stretchLength
            while start > 0, start < end, bytes[start - 1] > 0x20 { start += 1 }
            reader.read(start..<end, into: &tally)
        }
        tally.carry()
        return tally.isSettled
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ reader: LanguageReader, into tally: inout LanguageTally
    ) {
        eachRange(of: bytes) { reader.read($0, into: &tally) }
    }

    /// What is read of a text: all of it, or samples spread over it.
    @inline(__always)
    private static func eachRange(of bytes: UnsafeBufferPointer<UInt8>, _ read: (Range<Int>) -> Void) {
        guard bytes.count > wholeLength else { return read(0..<bytes.count) }
        for sample in 0..<sampleCount {
            // The last sample ends where the text does. Each begins behind the word that it falls into.
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
