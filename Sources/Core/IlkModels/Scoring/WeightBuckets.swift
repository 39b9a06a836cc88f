import IlkVocabulary

/// The weights of one feature group, stored by feature hashing (Weinberger et al. 2009). The upper bits of a
/// feature's hash select a bucket with one signed byte per label. Buckets have no tags. Features in the same
/// bucket share their weights, both in fitting and in scoring.
///
/// Buckets are much smaller than a table with tags, and a look-up is a single read.
package struct WeightBuckets: Sendable {
    /// The number of bytes read beyond the last bucket, because the weights of eight labels are read at once.
    package static let overhang = 8
    /// The minimum and the maximum number of hash bits that select a bucket.
    package static let fewestBits = 6
    package static let mostBits = 24

    // The owner of the buckets also holds the storage of these bytes. Reference counting would cost more than
    // a look-up.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    private let shift: UInt64
    private let categories: Int

    private init(_ base: UnsafeRawPointer, bits: Int, categories: Int) {
        self.base = base
        self.categories = categories
        shift = UInt64(64 - bits)
    }

    /// Creates the buckets at an offset of a file, or returns `nil` if the file is empty. The caller has
    /// checked that the buckets and the additional bytes fit. The storage must outlive them.
    init?(_ storage: ModelStorage, at offset: Int, bits: Int, categories: Int) {
        guard let base = storage.bytes.baseAddress else { return nil }
        self.init(base + offset, bits: bits, categories: categories)
    }

    /// Reads the buckets of each feature group from a file; `nil` for groups of 0 bits.
    ///
    /// The storage of the file must outlive the buckets.
    static func read(_ file: ModelFile, bits: [Int], categories: Int) throws(FormatError) -> [WeightBuckets?]
    {
        guard bits.contains(where: { $0 > 0 }) else { return bits.map { _ in nil } }
        guard let section = file.range(of: .buckets), let base = file.storage.bytes.baseAddress else {
            throw FormatError(.malformed, at: 0, "the model has no weight buckets")
        }
        var place = section.lowerBound
        var result: [WeightBuckets?] = []
        for bits in bits {
            result.append(bits == 0 ? nil : WeightBuckets(base + place, bits: bits, categories: categories))
            if bits > 0 { place += categories << bits }
        }
        guard place + overhang == section.upperBound else {
            throw FormatError(
                .malformed, at: section.lowerBound,
                "the size of the weight buckets differs from the size of their section")
        }
        return result
    }

    @inline(__always)
    private func place(of hash: UInt64) -> UnsafeRawPointer {
        base + Int(truncatingIfNeeded: hash &>> shift) &* categories
    }

    package static func bucket(of hash: UInt64, bits: Int) -> UInt64 { hash >> UInt64(64 - bits) }

    func weight(_ hash: UInt64, _ category: Int) -> Int {
        Int(place(of: hash).load(fromByteOffset: category, as: Int8.self))
    }

    /// Returns the weights of a hash for eight labels. Lanes beyond the model's labels are undefined.
    @inline(__always)
    func weights(_ hash: UInt64) -> SIMD8<Int8> {
        place(of: hash).loadUnaligned(as: SIMD8<Int8>.self)
    }

    /// Adds the weights of all hashes to the sums, one per label.
    func add(_ hashes: UnsafeBufferPointer<UInt64>, to sums: UnsafeMutableBufferPointer<Int32>) {
        // Eight labels at a time, whose sums stay in a register. Lanes beyond the last label are not written.
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
