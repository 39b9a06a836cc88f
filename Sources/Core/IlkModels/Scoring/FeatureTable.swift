import IlkText
import IlkVocabulary

/// Weights by feature, to be looked up by the feature's hash: what scoring reads, straight from the model's bytes.
///
/// Open addressing with linear probing. A slot is a 32-bit tag (0 is empty) and one 16-bit weight a category, padded to a
/// multiple of four bytes; behind the last slot stand twelve zeros. The weight's unit is ``unit``. Two features whose hashes
/// agree in the tag and meet in one run of slots would be taken for one another; the builder refuses such a table, and of an
/// unknown feature one in a thousand million is taken for a known one.
package struct FeatureTable: Sendable {
    /// What a weight of 1 stands for, in natural-log odds.
    package static let unit = 1.0 / 1024
    /// How many weights are read at once.
    private static let lanes = 8
    /// How many bytes behind the last slot are read with it: a slot of one category has four behind its tag.
    private static let overhang = 12

    // Bytes of a storage, which whoever holds the table holds too: counting references would cost more than a look-up.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    private let capacity: UInt64
    let stride: Int
    /// How many weights a feature has.
    let categories: Int

    /// The table of a file, for so many categories and at most so many features.
    init(_ file: ModelFile, categories: Int, features: Int) throws(FormatError) {
        guard let section = file.range(of: .table) else {
            throw FormatError(.malformed, at: 0, "the model has no table of weights")
        }
        try self.init(file.storage, section: section, categories: categories)
        guard file.storage.load(UInt64.self, at: section.lowerBound + 8) <= min(capacity, UInt64(features))
        else {
            throw FormatError(
                .malformed, at: section.lowerBound + 8, "the weight table has no room for its features")
        }
    }

    /// The table in a section whose bounds were checked. It lasts as long as the storage: keep that beside it.
    init(_ storage: ModelStorage, section: Range<Int>, categories: Int) throws(FormatError) {
        let frame = 16 + Self.overhang
        guard section.count >= frame, let bytes = storage.bytes.baseAddress else {
            throw FormatError(.malformed, at: section.lowerBound, "the weight table ends before it begins")
        }
        let capacity = storage.load(UInt64.self, at: section.lowerBound)
        stride = Self.stride(categories: categories)
        guard capacity > 0, capacity <= UInt64(section.count - frame) / UInt64(stride),
            capacity * UInt64(stride) == UInt64(section.count - frame)
        else {
            throw FormatError(
                .malformed, at: section.lowerBound, "the weight table's size does not fit its section")
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

    /// How many slots a table of so many features has. Two in three are taken: what is not in the table is missed after
    /// five looks.
    private static func capacity(features: Int) -> Int { max(16, features * 3 / 2 + 1) }

    /// How many bytes a table of so many features takes, but for its frame and what it takes at least.
    package static func size(ofFeatures features: Int, categories: Int) -> Int {
        features * 3 / 2 * stride(categories: categories)
    }

    /// How many features a table of so many bytes has room for.
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

    /// What stands where a feature stands if it is at home: read ahead of ``find(_:)``, so that the memory is there.
    @inline(__always)
    func peek(_ hash: UInt64) -> UInt32 {
        let slot = Self.home(hash, capacity: capacity)
        return load(UInt32.self, at: Int(truncatingIfNeeded: slot) &* stride)
    }

    /// The offset of a feature's weights among the table's bytes, or -1.
    @inline(__always)
    func find(_ hash: UInt64) -> Int {
        let tag = Self.tag(hash)
        var slot = Self.home(hash, capacity: capacity)
        // A table made by hand could be full: no run is longer than the table.
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

    /// One weight of a feature found.
    @inline(__always)
    func weight(at offset: Int, _ category: Int) -> Int16 {
        load(Int16.self, at: offset &+ 2 &* category)
    }

    /// The weights of a feature found for eight categories; those beyond the model's mean nothing.
    @inline(__always)
    func weights(at offset: Int) -> SIMD8<Int16> {
        SIMD8(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int16>.self))
    }

    /// Adds the weights of all features that are known to the sums, one a category, and tells how many are known.
    func add(_ hashes: UnsafeBufferPointer<UInt64>, to sums: UnsafeMutableBufferPointer<Int32>) -> Int {
        var found = 0
        guard sums.count > Self.lanes else {
            // Few categories, as most users have: all of a feature's weights in one register.
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
            // Eight categories at a time; what is read beyond the last lies within the file.
            for first in Swift.stride(from: 0, to: sums.count, by: Self.lanes) {
                sums.add(SIMD8<Int32>(truncatingIfNeeded: weights(at: offset &+ 2 &* first)), from: first)
            }
        }
        return found
    }

    /// Adds the weights of the features that are known to sums of up to eight categories, and tells how many are known.
    ///
    /// The places where they stand, if they stand at home, are all read before anything hangs on what is found there. Of
    /// four places at a time no branch hangs on which it is: where a feature stands is as good as chance, and a wrong
    /// guess of the processor costs more than three looks.
    @inline(__always)
    func add(_ hashes: UnsafeMutableBufferPointer<UInt64>, to sums: inout SIMD8<Int32>) -> Int {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: hashes.count) { homes in
            for index in 0..<hashes.count { homes[index] = peek(hashes[index]) }
            var known = 0
            var lanes = sums
            for index in 0..<hashes.count where homes[index] != 0 {
                let offset = findNear(hashes[index])
                guard offset >= 0 else { continue }
                known &+= 1
                lanes &+= SIMD8<Int32>(truncatingIfNeeded: weights(at: offset))
            }
            sums = lanes
            return known
        }
    }

    /// The same as ``find(_:)``, quicker where nothing is known of the feature.
    @inline(__always)
    private func findNear(_ hash: UInt64) -> Int {
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

    /// Adds the weights at offsets that were looked up before, -1 for none.
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

    /// How many different features of a family a text has, and how many of them are known.
    func vocabulary(
        of analysis: borrowing AnalyzedText, _ family: FeatureFamily, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        scratch.bag.read(analysis, families: [family], detail: .hashes)
        let hashes = scratch.bag[family].hashes
        return (hashes.count { find($0) >= 0 }, hashes.count)
    }

    /// Adds the weights of a feature, if it is known, to sums of any number of categories.
    func add(_ hash: UInt64, to sums: inout [Int]) {
        let offset = find(hash)
        guard offset >= 0 else { return }
        for category in sums.indices { sums[category] += Int(weight(at: offset, category)) }
    }

    /// The bytes of a table of these features, each with a weight a category. Same features, same bytes.
    ///
    /// - Parameter leavesOutTwins: What happens about a feature that cannot be told from one before it: it is left out, or
    ///   there is no table.
    package static func build(
        _ rows: [(hash: UInt64, weights: [Int16])], categories: Int, leavesOutTwins: Bool = false
    ) -> [UInt8]? {
        let stride = stride(categories: categories)
        let capacity = UInt64(capacity(features: rows.count))
        var slots = [Int](repeating: -1, count: Int(capacity))
        // Rows in the order of their hashes: the order they come in does not matter.
        let sorted = rows.indices.sorted { rows[$0].hash < rows[$1].hash }
        for index in sorted {
            let tag = tag(rows[index].hash)
            var slot = home(rows[index].hash, capacity: capacity)
            while slots[Int(slot)] >= 0, self.tag(rows[slots[Int(slot)]].hash) != tag {
                slot = slot + 1 == capacity ? 0 : slot + 1
            }
            if slots[Int(slot)] < 0 {
                slots[Int(slot)] = index
            } else if !leavesOutTwins {
                return nil
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + Int(capacity) * stride + Self.overhang)
        bytes.append(littleEndian: capacity)
        bytes.append(littleEndian: UInt64(rows.count))
        for index in slots {
            let end = bytes.count + stride
            if index >= 0 {
                bytes.append(littleEndian: tag(rows[index].hash))
                for weight in rows[index].weights { bytes.append(littleEndian: weight) }
            }
            bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
        }
        bytes.append(contentsOf: repeatElement(0, count: Self.overhang))
        return bytes
    }
}

extension SIMD8<Int16> {
    /// Numbers that were stored with their low bytes first.
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
