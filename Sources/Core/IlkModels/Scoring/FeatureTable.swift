import IlkText
import IlkVocabulary

/// A hash table that maps features to weights. It is read directly from the model's bytes.
///
/// The table uses open addressing with linear probing. A slot is a 32-bit tag (0 if empty) and one 16-bit
/// weight per label, padded to a multiple of four bytes. Twelve zeros follow the last slot. Weights are in
/// units of ``unit``. Two features with equal tags cannot be distinguished if no empty slot lies between
/// their slots. ``build(_:categories:skipsCollisions:)`` rejects or skips such features. About 1 in 10⁹
/// unknown features is mistaken for a known feature.
package struct FeatureTable: Sendable {
    /// The unit of the stored weights, in natural-log odds.
    package static let unit = 1.0 / 1024
    private static let lanes = 8
    /// The number of bytes read beyond the last slot: a slot with one label has four bytes after its tag, and
    /// 16 are read.
    private static let overhang = 12

    // The owner of the table also owns these bytes. Reference counting would cost more than a look-up.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    private let capacity: UInt64
    let stride: Int
    let categories: Int

    /// Reads the table of a file. Throws an error if the table has no space for `features` features.
    init(_ file: ModelFile, categories: Int, features: Int) throws(FormatError) {
        guard let section = file.range(of: .table) else {
            throw FormatError(.malformed, at: 0, "the model has no table of weights")
        }
        try self.init(file.storage, section: section, categories: categories)
        guard file.storage.load(UInt64.self, at: section.lowerBound + 8) <= min(capacity, UInt64(features))
        else {
            throw FormatError(
                .malformed, at: section.lowerBound + 8, "the weight table is too small for its features")
        }
    }

    /// Reads the table in a section with checked bounds. The storage must outlive the table.
    init(_ storage: ModelStorage, section: Range<Int>, categories: Int) throws(FormatError) {
        let frame = 16 + Self.overhang
        guard section.count >= frame, let bytes = storage.bytes.baseAddress else {
            throw FormatError(.malformed, at: section.lowerBound, "the weight table has a negative length")
        }
        let capacity = storage.load(UInt64.self, at: section.lowerBound)
        stride = Self.stride(categories: categories)
        guard capacity > 0, capacity <= UInt64(section.count - frame) / UInt64(stride),
            capacity * UInt64(stride) == UInt64(section.count - frame)
        else {
            throw FormatError(
                .malformed, at: section.lowerBound,
                "the size of the weight table differs from the size of its section")
        }
        self.capacity = capacity
        self.categories = categories
        base = bytes + (section.lowerBound + 16)
    }

    @inline(__always)
    private func load<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    static func stride(categories: Int) -> Int { (4 + 2 * categories + 3) / 4 * 4 }

    /// Returns the number of slots of a table. Two thirds of them are used, so that the search for an unknown
    /// feature ends after five slots on average.
    private static func capacity(features: Int) -> Int { max(16, features * 3 / 2 + 1) }

    /// Returns the approximate size of a table in bytes, without its header and regardless of the minimum
    /// number of slots.
    package static func size(ofFeatures features: Int, categories: Int) -> Int {
        features * 3 / 2 * stride(categories: categories)
    }

    /// Returns the number of features that fit into a table of a size in bytes.
    package static func features(within bytes: Int, categories: Int) -> Int {
        let slots = (bytes - 16 - Self.overhang) / stride(categories: categories)
        return slots < 16 ? 0 : (slots - 1) * 2 / 3
    }

    @inline(__always)
    static func tag(_ hash: UInt64) -> UInt32 {
        let tag = UInt32(truncatingIfNeeded: hash)
        return tag == 0 ? 1 : tag
    }

    @inline(__always)
    static func home(_ hash: UInt64, capacity: UInt64) -> UInt64 {
        ((hash >> 32) &* capacity) >> 32
    }

    /// Reads the tag in the home slot of a feature, the first slot to be searched. This loads the slot's
    /// cache line before ``find(_:)``.
    @inline(__always)
    func homeTag(_ hash: UInt64) -> UInt32 {
        let slot = Self.home(hash, capacity: capacity)
        return load(UInt32.self, at: Int(truncatingIfNeeded: slot) &* stride)
    }

    /// Returns the offset of a feature's weights among the table's bytes, or -1.
    @inline(__always)
    func find(_ hash: UInt64) -> Int {
        let tag = Self.tag(hash)
        var slot = Self.home(hash, capacity: capacity)
        // A crafted table could be full, so the search ends after all slots.
        for _ in 0..<capacity {
            let offset = Int(truncatingIfNeeded: slot) &* stride
            let found = load(UInt32.self, at: offset)
            if found == tag { return offset &+ 4 }
            if found == 0 { return -1 }
            slot &+= 1
            if slot == capacity { slot = 0 }
        }
        return -1
    }

    @inline(__always)
    func weight(at offset: Int, _ category: Int) -> Int16 {
        load(Int16.self, at: offset &+ 2 &* category)
    }

    /// Returns the weights of a feature for eight labels. Lanes beyond the model's labels are undefined.
    @inline(__always)
    func weights(at offset: Int) -> SIMD8<Int16> {
        SIMD8(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int16>.self))
    }

    /// Adds the weights of all known features to the sums, one per label, and returns the number of known
    /// features.
    func add(_ hashes: UnsafeBufferPointer<UInt64>, to sums: UnsafeMutableBufferPointer<Int32>) -> Int {
        var found = 0
        guard sums.count > Self.lanes else {
            // Up to eight labels: all weights of a feature fit into one register.
            var lanes = SIMD8<Int32>(repeating: 0)
            for hash in hashes {
                let offset = find(hash)
                guard offset >= 0 else { continue }
                found &+= 1
                lanes &+= SIMD8<Int32>(truncatingIfNeeded: weights(at: offset))
            }
            sums.add(lanes, from: 0)
            return found
        }
        for hash in hashes {
            let offset = find(hash)
            guard offset >= 0 else { continue }
            found += 1
            // Eight labels at a time. Lanes beyond the last label are read from other bytes of the file and
            // not written.
            for first in Swift.stride(from: 0, to: sums.count, by: Self.lanes) {
                sums.add(SIMD8<Int32>(truncatingIfNeeded: weights(at: offset &+ 2 &* first)), from: first)
            }
        }
        return found
    }

    /// Adds the weights of known features to sums of up to eight labels, and returns the number of known
    /// features.
    ///
    /// All home slots are read first, so that their cache misses overlap. Then four slots are compared at a
    /// time without branches: the slot of a feature is unpredictable, and a branch misprediction costs more
    /// than three comparisons.
    @inline(__always)
    func add(_ hashes: UnsafeMutableBufferPointer<UInt64>, to sums: inout SIMD8<Int32>) -> Int {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: hashes.count) { homes in
            for index in 0..<hashes.count { homes[index] = homeTag(hashes[index]) }
            var known = 0
            var lanes = sums
            for index in 0..<hashes.count where homes[index] != 0 {
                let offset = findBranchless(hashes[index])
                guard offset >= 0 else { continue }
                known &+= 1
                lanes &+= SIMD8<Int32>(truncatingIfNeeded: weights(at: offset))
            }
            sums = lanes
            return known
        }
    }

    /// Returns the same result as ``find(_:)``, but is faster for unknown features.
    @inline(__always)
    private func findBranchless(_ hash: UInt64) -> Int {
        let tag = Self.tag(hash)
        let home = Self.home(hash, capacity: capacity)
        guard home &+ 4 <= capacity else { return find(hash) }
        let place = Int(truncatingIfNeeded: home) &* stride
        var ends = 16
        var hits = 0
        for step in 0..<4 {
            let found = load(UInt32.self, at: place &+ step &* stride)
            let isHit = found == tag ? 1 : 0
            hits |= isHit &<< step
            ends |= (isHit | (found == 0 ? 1 : 0)) &<< step
        }
        let first = ends.trailingZeroBitCount
        if first == 4 { return find(hash) }
        return hits &>> first & 1 == 1 ? place &+ first &* stride &+ 4 : -1
    }

    /// Adds the weights at offsets that were looked up before; offset -1 is skipped.
    func add(
        at offsets: UnsafeBufferPointer<Int>, _ places: UnsafeBufferPointer<Int8>,
        starts: UnsafeBufferPointer<Int>,
        to sums: UnsafeMutableBufferPointer<Int32>
    ) {
        if sums.count > Self.lanes {
            for index in places.indices {
                let offset = offsets[starts[index] + Int(places[index]) + 1]
                guard offset >= 0 else { continue }
                for category in sums.indices { sums[category] &+= Int32(weight(at: offset, category)) }
            }
            return
        }
        var lanes = SIMD8<Int32>(repeating: 0)
        for index in 0..<places.count {
            let offset = offsets[starts[index] &+ Int(places[index]) &+ 1]
            if offset >= 0 { lanes &+= SIMD8<Int32>(truncatingIfNeeded: weights(at: offset)) }
        }
        sums.add(lanes, from: 0)
    }

    /// Returns the number of distinct features of a group in a text, and the number of known features among
    /// them.
    func vocabulary(
        of analysis: borrowing AnalyzedText, _ group: FeatureGroup, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        scratch.bag.read(analysis, featureGroups: [group], detail: .hashes)
        let hashes = scratch.bag[group].hashes
        return (hashes.count { find($0) >= 0 }, hashes.count)
    }

    /// Adds the weights of a feature, if it is known, to sums of any number of labels.
    func add(_ hash: UInt64, to sums: inout [Int]) {
        let offset = find(hash)
        guard offset >= 0 else { return }
        for category in sums.indices { sums[category] += Int(weight(at: offset, category)) }
    }

    /// Returns the bytes of a table with one weight per label for each feature. The bytes do not depend on
    /// the order of the features.
    ///
    /// - Parameters:
    ///   - hashes: The hash of each feature.
    ///   - weights: The weights of each feature by label.
    ///   - skipsCollisions: `true` to leave out features that cannot be distinguished from an earlier one,
    ///     `false` to return `nil` in that case.
    package static func build(
        _ hashes: [UInt64], _ weights: [Int16], categories: Int, skipsCollisions: Bool = false
    ) -> [UInt8]? {
        let stride = stride(categories: categories)
        let capacity = UInt64(capacity(features: hashes.count))
        var slots = [Int32](repeating: -1, count: Int(capacity))
        // Sorting by hash makes the table independent of the order of the rows.
        for row in (0..<Int32(hashes.count)).sorted(by: { hashes[Int($0)] < hashes[Int($1)] }) {
            let hash = hashes[Int(row)]
            var slot = home(hash, capacity: capacity)
            while slots[Int(slot)] >= 0, tag(hashes[Int(slots[Int(slot)])]) != tag(hash) {
                slot = slot + 1 == capacity ? 0 : slot + 1
            }
            if slots[Int(slot)] < 0 {
                slots[Int(slot)] = row
            } else if !skipsCollisions {
                return nil
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + Int(capacity) * stride + Self.overhang)
        bytes.append(littleEndian: capacity)
        bytes.append(littleEndian: UInt64(hashes.count))
        for row in slots {
            let end = bytes.count + stride
            if row >= 0 {
                bytes.append(littleEndian: tag(hashes[Int(row)]))
                for index in Int(row) * categories..<(Int(row) + 1) * categories {
                    bytes.append(littleEndian: weights[index])
                }
            }
            bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
        }
        bytes.append(contentsOf: repeatElement(0, count: Self.overhang))
        return bytes
    }
}

extension SIMD8<Int16> {
    @inline(__always)
    fileprivate init(littleEndian stored: SIMD8<Int16>) {
        #if _endian(little)
            self = stored
        #else
            self = stored
            for lane in indices { self[lane] = Int16(littleEndian: stored[lane]) }
        #endif
    }
}
