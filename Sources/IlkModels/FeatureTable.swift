/// Weights by feature, to be looked up by the feature's hash: what scoring reads, straight from the model's bytes.
///
/// Open addressing with linear probing. A slot is a 32-bit tag (0 is empty) and one 16-bit weight a category, padded
/// to a multiple of four bytes. The weight's unit is ``unit``. Two features whose hashes agree in the tag and meet in
/// one run of slots would be taken for one another; the builder refuses such a table, and of an unknown feature one in
/// a thousand million is taken for a known one.
struct FeatureTable: Sendable {
    /// What a weight of 1 stands for, in natural-log odds.
    static let unit = 1.0 / 1024

    private let storage: ModelStorage
    private let start: Int
    private let capacity: UInt64
    let stride: Int

    /// The table in a section whose bounds were checked.
    init(_ storage: ModelStorage, section: Range<Int>, categories: Int) throws(ModelError) {
        guard section.count >= 16 else {
            throw ModelError(.malformed, at: section.lowerBound, "the weight table ends before it begins")
        }
        let capacity = storage.load(UInt64.self, at: section.lowerBound)
        stride = Self.stride(categories: categories)
        guard capacity > 0, capacity <= UInt64(section.count - 16) / UInt64(stride),
            capacity * UInt64(stride) == UInt64(section.count - 16)
        else {
            throw ModelError(
                .malformed, at: section.lowerBound, "the weight table's size does not fit its section")
        }
        self.storage = storage
        self.capacity = capacity
        start = section.lowerBound + 16
    }

    static func stride(categories: Int) -> Int { (4 + 2 * categories + 3) / 4 * 4 }

    @inline(__always)
    static func tag(_ hash: UInt64) -> UInt32 {
        let tag = UInt32(truncatingIfNeeded: hash)
        return tag == 0 ? 1 : tag
    }

    @inline(__always)
    static func home(_ hash: UInt64, capacity: UInt64) -> UInt64 {
        ((hash >> 32) &* capacity) >> 32
    }

    /// The offset of a feature's weights in the model's bytes, or -1.
    @inline(__always)
    func find(_ hash: UInt64) -> Int {
        let tag = Self.tag(hash)
        var slot = Self.home(hash, capacity: capacity)
        // A table made by hand could be full: no run is longer than the table.
        for _ in 0..<capacity {
            let offset = start + Int(slot) * stride
            let found = storage.load(UInt32.self, at: offset)
            if found == tag { return offset + 4 }
            if found == 0 { return -1 }
            slot += 1
            if slot == capacity { slot = 0 }
        }
        return -1
    }

    /// One weight of a feature found.
    @inline(__always)
    func weight(at offset: Int, _ category: Int) -> Int16 {
        storage.load(Int16.self, at: offset + 2 * category)
    }

    /// Adds the weights of a feature found to the sums, one a category.
    @inline(__always)
    func add(at offset: Int, to sums: UnsafeMutableBufferPointer<Int32>) {
        if sums.count == 6 {
            // Six categories, as most users have: written out, since a loop of unknown length costs three times as much.
            sums[0] &+= Int32(weight(at: offset, 0))
            sums[1] &+= Int32(weight(at: offset, 1))
            sums[2] &+= Int32(weight(at: offset, 2))
            sums[3] &+= Int32(weight(at: offset, 3))
            sums[4] &+= Int32(weight(at: offset, 4))
            sums[5] &+= Int32(weight(at: offset, 5))
            return
        }
        for category in sums.indices { sums[category] &+= Int32(weight(at: offset, category)) }
    }

    /// The bytes of a table of these features, each with a weight a category. Same features, same bytes.
    static func build(_ rows: [(hash: UInt64, weights: [Int16])], categories: Int) -> [UInt8]? {
        let stride = stride(categories: categories)
        let capacity = UInt64(max(16, rows.count * 5 / 4 + 1))
        var slots = [Int](repeating: -1, count: Int(capacity))
        // Rows in the order of their hashes: the order they come in does not matter.
        let sorted = rows.indices.sorted { rows[$0].hash < rows[$1].hash }
        for index in sorted {
            let tag = tag(rows[index].hash)
            var slot = home(rows[index].hash, capacity: capacity)
            while slots[Int(slot)] >= 0 {
                if self.tag(rows[slots[Int(slot)]].hash) == tag { return nil }
                slot = slot + 1 == capacity ? 0 : slot + 1
            }
            slots[Int(slot)] = index
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + Int(capacity) * stride)
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
        return bytes
    }
}
