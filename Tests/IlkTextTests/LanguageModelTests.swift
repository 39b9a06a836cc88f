import Testing

@testable import IlkText
@testable import LanguageModelBuilder
import IlkVocabulary

@Suite struct `Language model` {
    private static func small() -> [UInt8] {
        var writer = LanguageModelWriter()
        for (group, code) in [
            (LanguageGroup.latin, "en"), (.latin, "de"), (.cyrillic, "ru"), (.arabic, "ar"),
            (.devanagari, "hi"),
            (.han, "zh"),
        ] { writer.languages.append(.init(code: code, group: group, prior: 0)) }
        writer.temperatures = [1]
        // The key of an n-gram of an edge and a letter, with 12 bits per symbol.
        writer.addRow(0x020_074, costs: [0, 9])
        writer.addEntry(0x020_074_068_065_020, bonuses: [(place: 0, bonus: 40)])
        writer.addWord(Self.key("und"), costs: [15, 0])
        writer.margin = 40
        return writer.bytes()
    }

    private static func key(_ word: String) -> UInt64 {
        word.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @Test func `frequent words decide the language if there are enough of them`() throws {
        let guesser = LanguageGuesser(model: try LanguageModel(bytes: Self.small()))
        let guess = guesser.guess("Und und UND und und")
        #expect(guess.tag == "de" && guess.runnerUp?.code == "en" && guess.confidence == 0.999)
        // Two words do not reach the margin, among names few words are frequent, and words of code do not
        // count.
        for text in [
            "und und", "und und und Anna Bert Carl Dora Emil Fritz Gerd Hans Ida Jan Karl Lars Max Nils",
        ] {
            #expect(guesser.guess(text).confidence < 0.999, "\(text)")
        }
        #expect(guesser.guess("$und $und $und $und $und $und").language == nil)
    }

    @Test func `a model without frequent words is read`() throws {
        var bytes = LanguageModelWriter().bytes()
        #expect(throws: FormatError.self) { try LanguageModel(bytes: bytes) }
        var writer = LanguageModelWriter()
        for (group, code) in zip(LanguageGroup.allCases, ["en", "ru", "ar", "hi", "zh"]) {
            writer.languages.append(.init(code: code, group: group, prior: 0))
        }
        writer.addRow(0x020_074, costs: [0])
        writer.addEntry(0x020_074_068_065_020, bonuses: [(place: 0, bonus: 40)])
        bytes = writer.bytes()
        bytes[8] = 1
        #expect(LanguageGuesser(model: try LanguageModel(bytes: bytes)).guess("the").tag == "en")
    }

    private func code(_ bytes: [UInt8]) -> FormatError.Code? {
        do throws(FormatError) {
            _ = try LanguageModel(bytes: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a written model is read back, and writing is deterministic`() throws {
        let model = try LanguageModel(bytes: Self.small())
        #expect(model.languages.map(\.code) == ["en", "de", "ru", "ar", "hi", "zh"])
        #expect(LanguageGuesser(model: model).guess("the").tag == "en")
        #expect(Self.small() == Self.small())
    }

    @Test func `every changed byte is detected`() {
        let whole = Self.small()
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= 0x10
            #expect(code(bytes) != nil, "byte \(place)")
        }
    }

    @Test func `every truncated file is rejected`() {
        let whole = Self.small()
        for count in 0..<whole.count {
            #expect(code(Array(whole.prefix(count))) == .truncated, "\(count) bytes")
        }
        #expect(code(whole + [0]) == .malformed)
    }

    @Test(arguments: [
        (0, UInt8(0x00), FormatError.Code.notAModel), (8, 9, .unsupportedVersion),
        (200, 0xAA, .damaged),
        (32, 0x01, .damaged),
    ])
    func `errors have the right code`(place: Int, value: UInt8, expected: FormatError.Code) {
        var bytes = Self.small()
        bytes[place] = value
        #expect(code(bytes) == expected)
    }

    @Test func `sizes and languages are checked even if the checksum is right`() {
        for (place, value) in [
            (12, UInt8(200)), (20, 7), (24, 0), (24, 1), (28, 0), (28, 3), (44, 0), (44, 1), (128, 0x41),
            (131, 9), (131, 4),
        ] {
            var bytes = Self.small()
            bytes[place] = value
            let checksum = bytes.withUnsafeBytes { LanguageModel.checksum($0) }
            for shift in 0..<8 {
                bytes[32 + shift] = UInt8(truncatingIfNeeded: checksum >> UInt64(shift * 8))
            }
            #expect(code(bytes) == .malformed, "byte \(place)")
        }
    }

    @Test func `the embedded model has the right checksum`() throws {
        let model = try LanguageModel(bytes: LanguageGuesser.builtInBytes)
        #expect(LanguageGuesser(model: model).languages == LanguageGuesser.standard.languages)
        #expect(LanguageGuesser.builtInBytes.count < 600_000)
    }

    @Test(arguments: [
        (0.0, 1.0), (-1, 0.36787944117144233), (-10, 4.5399929762484854e-05), (-39, 1.1548224173015786e-17),
    ])
    func `the exponential has a relative error below one millionth`(power: Double, expected: Double) {
        #expect(abs(Exponential.value(power) / expected - 1) < 1e-6)
        #expect(Exponential.value(-41) == 0)
    }
}
