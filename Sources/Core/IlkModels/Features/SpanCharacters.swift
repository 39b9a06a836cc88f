import IlkText

/// The characters of one span (a word, a number or a run of marks) with a blank at both edges, and the hashes
/// of the n-grams of these characters. Only one thread at a time can use the value.
struct SpanCharacters {
    private static let blank = UInt32(UInt8(ascii: " "))

    /// Each character's bytes as one number.
    private var characters: [UInt32] = []

    /// Reads the characters of a span, replacing the previous characters.
    @inline(__always)
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        characters.removeAll(keepingCapacity: true)
        characters.append(Self.blank)
        for byte in bytes {
            if byte & 0xC0 == 0x80, characters.count > 1 {
                characters[characters.count &- 1] = characters[characters.count &- 1] << 8 | UInt32(byte)
            } else {
                characters.append(UInt32(byte))
            }
        }
        characters.append(Self.blank)
    }

    /// Passes the hash of each n-gram to a closure, ordered by the first character and then by length. An
    /// n-gram that consists of a single blank is skipped.
    @inline(__always)
    func forEachRun(_ body: (UInt64) -> Void) {
        characters.withUnsafeBufferPointer { characters in
            let seed = FeatureGroup.wordNgrams.seed
            var state = StableHash.step(seed, UInt64(Self.blank))
            for last in 1..<min(WordNgramReader.longest, characters.count) {
                state = StableHash.step(state, UInt64(characters[last]))
                body(state)
            }
            for first in 1..<characters.count &- 1 {
                var state = seed
                for last in first..<min(first &+ WordNgramReader.longest, characters.count) {
                    state = StableHash.step(state, UInt64(characters[last]))
                    body(state)
                }
            }
        }
    }

    func sum(_ weights: RunWeights) -> SpanScan.Sum {
        var sum = SpanScan.Sum()
        switch weights {
        case .buckets(let buckets):
            forEachRun { hash in
                sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
                sum.features &+= 1
            }
        case .table(let table):
            // Hashes are looked up in batches, so that their cache misses overlap.
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.batch) { hashes in
                var count = 0
                forEachRun { hash in
                    hashes[count] = hash
                    count &+= 1
                    if count == Self.batch {
                        sum.features &+= count
                        sum.known &+= table.add(hashes, to: &sum.weights)
                        count = 0
                    }
                }
                sum.features &+= count
                sum.known &+= table.add(
                    UnsafeMutableBufferPointer(rebasing: hashes[..<count]), to: &sum.weights)
            }
        }
        return sum
    }

    private static let batch = 64
}

/// The weights of character n-grams.
enum RunWeights {
    /// The weights are in shared buckets, in which n-grams cannot be distinguished.
    case buckets(WeightBuckets)
    /// Each n-gram has separate weights in a table.
    case table(FeatureTable)
}
