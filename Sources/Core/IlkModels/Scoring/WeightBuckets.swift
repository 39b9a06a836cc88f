import IlkVocabulary

/// Weights of the features of one family, looked up by the upper bits of a hash: one signed byte a category, no tags, so
/// features whose bits agree share their weights, as they did when these were fitted.
///
/// Much smaller than a table with tags, and a look-up is one read (feature hashing: Weinberger et al. 2009).
package struct WeightBuckets: Sendable {
    /// How many bytes behind the last bucket are read with it: the weights of eight categories are read at once.
    package static let overhang = 8
    /// The fewest and the most bits of a hash that tell buckets apart.
    package static let fewestBits = 6
    package static let mostBits = 24

    // Bytes of a storage, which whoever holds the buckets holds too: counting references would cost more than a look-up.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    private let shift: UInt64
    private let categories: Int

    /// Buckets whose place in the file was checked.
    private init(_ base: UnsafeRawPointer, bits: Int, categories: Int) {
        self.base = base
        self.categories = categories
        shift = UInt64(64 - bits)
    }

    /// The buckets of each family in a file's section, one after the other; nil for families of 0 bits.
    ///
    /// They last as long as the file's storage: keep it beside them.
    static func read(_ file: ModelFile, bits: [Int], categories: Int) throws(FormatError) -> [WeightBuckets?]
    {
        guard bits.contains(where: { $0 > 0 }) else { return bits.map { _ in nil } }
        guard let section = file.range(of: .buckets), let base = file.storage.bytes.baseAddress else {
            throw FormatError(.malformed, at: 0, "the model has no buckets of weights")
        }
        var place = section.lowerBound
        var result: [WeightBuckets?] = []
        for bits in bits {
            result.append(bits == 0 ? nil : WeightBuckets(base + place, bits: bits, categories: categories))
            if bits > 0 { place += categories << bits }
        }
        guard place + overhang == section.upperBound else {
            throw FormatError(
                .malformed, at: section.lowerBound, "the buckets' size does not fit their section")
        }
        return result
    }

    /// The weights of a hash.
    @inline(__always)
    private func place(of hash: UInt64) -> UnsafeRawPointer {
        base + Int(truncatingIfNeeded: hash &>> shift) &* categories
    }

    /// The bucket of a hash among as many as there are with so many bits.
    package static func bucket(of hash: UInt64, bits: Int) -> UInt64 { hash >> UInt64(64 - bits) }

    /// One weight of a hash.
    func weight(_ hash: UInt64, _ category: Int) -> Int {
        Int(place(of: hash).load(fromByteOffset: category, as: Int8.self))
    }

    /// The weights of a hash for eight categories; those beyond the model's mean nothing.
    @inline(__always)
    func weights(_ hash: UInt64) -> SIMD8<Int8> {
        place(of: hash).loadUnaligned(as: SIMD8<Int8>.self)
    }

    /// Adds the weights of all hashes to the sums, one a category.
    func add(_ hashes: UnsafeBufferPointer<UInt64>, to sums: UnsafeMutableBufferPointer<Int32>) {
        // Eight categories at a time, whose sums stay in a register; lanes beyond the last are not written.
        for first in stride(from: 0, to: sums.count, by: 8) {
            var lanes = SIMD8<Int32>(repeating: 0)
            for hash in hashes {
                let weights = place(of: hash).loadUnaligned(fromByteOffset: first, as: SIMD8<Int8>.self)
                lanes &+= SIMD8<Int32>(truncatingIfNeeded: weights)
            }
            sums.add(lanes, from: first)
        }
    }
}
