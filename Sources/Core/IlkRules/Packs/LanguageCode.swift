import IlkText

/// A language code, stored as a number for fast comparison. The first letter is in the lowest byte. The
/// number 0 stands for no language.
package struct LanguageCode: Hashable, Sendable, Comparable {
    package let number: UInt32

    static let none = LanguageCode(number: 0)

    init(number: UInt32) { self.number = number }

    /// Creates a code from a string. Returns `nil` if the string does not consist of two or three lowercase
    /// ASCII letters.
    init?(_ code: String) {
        guard Language(code: code) != nil else { return nil }
        self.init(known: code)
    }

    /// Creates a code from a valid language code.
    init(known code: String) {
        var number: UInt32 = 0
        for byte in code.utf8.reversed() { number = number << 8 | UInt32(byte) }
        self.number = number
    }

    package var text: String {
        String(
            decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }.filter { $0 != 0 },
            as: UTF8.self)
    }

    package static func < (left: LanguageCode, right: LanguageCode) -> Bool { left.text < right.text }
}
