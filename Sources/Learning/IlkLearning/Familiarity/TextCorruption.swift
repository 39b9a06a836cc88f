import IlkText
import IlkVocabulary

/// Makes unfamiliar texts from training texts: random letters, ciphers, shuffled letters, encodings and
/// random bytes. The result depends only on the text.
struct TextCorruption {
    private let text: [UInt8]
    private let kind: Kind
    private var random: SeededSplitMix64

    private enum Kind: Int, CaseIterable {
        case randomLetters
        case randomAlphanumerics
        /// An artificial language: vowels are exchanged for vowels, consonants for consonants.
        case cipher
        case otherCipher
        case shuffledLetters
        case hexadecimal
        case base64
        case randomBytes
    }

    private static let vowels = Array("aeiou".utf8)
    private static let consonants = Array("bcdfghjklmnpqrstvwxyz".utf8)
    private static let digits = Array("0123456789".utf8)
    private static let hexDigits = Array("0123456789abcdef".utf8)
    private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let base64Digits = capitals + letters + digits + Array("+/".utf8)

    /// Prepares the corruption of a text of at most ``Familiarity/reach`` bytes.
    init(_ text: [UInt8]) {
        self.text = text
        let seed = text.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { StableHash.hash($0, count: bytes.count, seed: 0) } ?? 0
        }
        random = SeededSplitMix64(seed: seed)
        let kinds = Kind.allCases
        kind = kinds[random.index(below: kinds.count)]
    }

    mutating func corrupted() -> [UInt8] {
        switch kind {
        case .randomLetters: return replacingLetters { Self.letters[$0.index(below: Self.letters.count)] }
        case .randomAlphanumerics:
            let all = Self.base64Digits.dropLast(2)
            return text.map { $0 > 0x20 ? all[random.index(below: all.count)] : $0 }
        case .cipher, .otherCipher: return ciphered()
        case .shuffledLetters: return shuffled()
        case .hexadecimal:
            let isSpaced = random.index(below: 2) == 0
            let hex = text.flatMap { byte in
                [Self.hexDigits[Int(byte >> 4)], Self.hexDigits[Int(byte & 15)]] + (isSpaced ? [0x20] : [])
            }
            return Array(hex.prefix(text.count))
        case .base64: return base64()
        case .randomBytes:
            let bytes = text.map { _ in UInt8(random.index(below: 256)) }
            return Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
    }

    private mutating func replacingLetters(_ next: (inout SeededSplitMix64) -> UInt8) -> [UInt8] {
        text.map { $0.isASCIILetter ? next(&random) : $0 }
    }

    private mutating func ciphered() -> [UInt8] {
        var map = (0..<256).map { UInt8($0) }
        for letters in [Self.vowels, Self.consonants] {
            for (letter, other) in zip(letters, shuffled(letters)) {
                map[Int(letter)] = other
                map[Int(letter ^ 0x20)] = other ^ 0x20
            }
        }
        return text.map { map[Int($0)] }
    }

    /// Shuffles the letters of each word. Letters are whole characters (extended grapheme clusters).
    private mutating func shuffled() -> [UInt8] {
        var result: [Character] = []
        var word: [Character] = []
        for character in String(decoding: text, as: UTF8.self) {
            if character.isLetter {
                word.append(character)
            } else {
                result += shuffled(word)
                word = []
                result.append(character)
            }
        }
        return Array(String(result + shuffled(word)).utf8)
    }

    private mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for index in result.indices.dropFirst().reversed() {
            result.swapAt(index, random.index(below: index + 1))
        }
        return result
    }

    /// Returns the beginning of the text in Base64. The result is about as long as the text.
    private func base64() -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: text.count - 2, by: 3) where result.count < text.count {
            let bits = text[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
            for shift in [18, 12, 6, 0] { result.append(Self.base64Digits[bits >> shift & 63]) }
        }
        return result
    }
}
