import IlkText
import IlkVocabulary

/// The hashes of features. The hash of a feature is defined by the name of the feature. Scoring computes the
/// same hash from the word hashes of the text analysis, without writing the name.
package enum FeatureHash {
    /// Returns the hash of a feature by its name. The hash identifies the feature in counts and tables.
    package static func of(_ name: UnsafeBufferPointer<UInt8>, _ group: FeatureGroup) -> UInt64 {
        switch group {
        case .style, .characterNgrams: return plain(name, seed: group.seed)
        case .wordNgrams: return run(name)
        case .unigrams: return word(plain(name, seed: StableHash.wordSeed))
        case .bigrams:
            guard let space = name.firstIndex(of: UInt8(ascii: " ")) else {
                return plain(name, seed: group.seed)
            }
            return bigram(
                plain(UnsafeBufferPointer(rebasing: name[..<space]), seed: StableHash.wordSeed),
                plain(UnsafeBufferPointer(rebasing: name[(space + 1)...]), seed: StableHash.wordSeed))
        case .skeletonBigrams:
            guard let space = name.firstIndex(of: UInt8(ascii: " ")) else {
                return plain(name, seed: group.seed)
            }
            return pair(
                piece(UnsafeBufferPointer(rebasing: name[..<space])),
                piece(UnsafeBufferPointer(rebasing: name[(space + 1)...])))
        }
    }

    @inline(__always)
    static func plain(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
        guard let base = bytes.baseAddress else { return StableHash.finish(seed, count: 0) }
        return StableHash.hash(base, count: bytes.count, seed: seed)
    }

    /// Returns the hash of a unigram from the hash of its normal form.
    @inline(__always)
    static func word(_ form: UInt64) -> UInt64 {
        StableHash.step(FeatureGroup.unigrams.seed, form)
    }

    /// Returns the hash of a skeleton bigram from the hashes of its two tokens' names.
    @inline(__always)
    static func pair(_ left: UInt64, _ right: UInt64) -> UInt64 {
        StableHash.step(StableHash.step(FeatureGroup.skeletonBigrams.seed, left), right)
    }

    /// Returns the hash of a bigram from the hashes of its two tokens' names.
    @inline(__always)
    static func bigram(_ left: UInt64, _ right: UInt64) -> UInt64 {
        StableHash.step(StableHash.step(FeatureGroup.bigrams.seed, left), right)
    }

    /// Returns the hash of a `char_wb` n-gram: one hash step per character, with the character's UTF-8 bytes
    /// as one number.
    static func run(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state = FeatureGroup.wordNgrams.seed
        var character: UInt64 = 0
        for (index, byte) in name.enumerated() {
            character = character << 8 | UInt64(byte)
            if index + 1 == name.count || name[index + 1] & 0xC0 != 0x80 {
                state = StableHash.step(state, character)
                character = 0
            }
        }
        return state
    }

    /// Returns the hash of one token of a skeleton bigram by its name. A plus sign before a word marks it as
    /// capitalized.
    private static func piece(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if name.count > 1, name[0] == UInt8(ascii: "+"), isWordStart(name[1]) {
            return capitalized(plain(UnsafeBufferPointer(rebasing: name[1...]), seed: StableHash.wordSeed))
        }
        return plain(name, seed: StableHash.wordSeed)
    }

    /// Returns `true` if a byte begins a word, which is the case for ASCII letters only. Outside ASCII, one
    /// byte cannot distinguish words from marks, so ``SkeletonReader`` must use the same test.
    @inline(__always)
    static func isWordStart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter
    }

    /// Returns the hash of a capitalized word of a skeleton bigram, from the hash of its normal form.
    @inline(__always)
    static func capitalized(_ form: UInt64) -> UInt64 {
        StableHash.step(FeatureGroup.skeletonBigrams.seed, form &+ 1)
    }

    static func fixed(_ name: StaticString) -> UInt64 {
        plain(
            UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount),
            seed: StableHash.wordSeed)
    }
}
