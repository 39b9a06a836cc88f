import IlkText

/// The code of a language as a number, so that a text's is compared at once: its bytes, the first lowest. 0 is none.
package struct LanguageCode: Hashable, Sendable, Comparable {
    package let number: UInt32

    /// No language.
    static let none = LanguageCode(number: 0)

    init(number: UInt32) { self.number = number }

    /// The code of two or three letters; nil for other texts.
    init?(_ code: String) {
        guard Language(code: code) != nil else { return nil }
        self.init(known: code)
    }

    /// A code that is known to be one.
    init(known code: String) {
        var number: UInt32 = 0
        for byte in code.utf8.reversed() { number = number << 8 | UInt32(byte) }
        self.number = number
    }

    /// The letters.
    package var text: String {
        String(
            decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }.filter { $0 != 0 },
            as: UTF8.self)
    }

    package static func < (left: LanguageCode, right: LanguageCode) -> Bool { left.text < right.text }
}
