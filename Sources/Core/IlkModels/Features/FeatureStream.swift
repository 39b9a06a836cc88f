import IlkText

/// The features of one group in one text: their hashes, and the ranges of their names and positions. Each
/// feature occurs once, except in ``FeatureGroup/wordNgrams``.
///
/// A name is a range of `material`, so that overlapping features share bytes. Only one thread at a time can
/// use a stream.
package final class FeatureStream {
    /// The bytes of all names.
    @exclusivity(unchecked) package var material: [UInt8] = []
    /// The name of each feature as a range of `material`; empty unless names are kept.
    @exclusivity(unchecked) package private(set) var names: [(lower: Int32, upper: Int32)] = []
    /// The first position of each feature in the text; empty unless names are kept.
    @exclusivity(unchecked) private(set) var places: [(lower: Int32, upper: Int32)] = []

    let group: FeatureGroup
    /// The hash of each repeated occurrence of a feature. Empty unless repeats are kept.
    @exclusivity(unchecked) package private(set) var repeated: [UInt64] = []
    /// The name and position of each repeated occurrence; empty if only hashes are kept.
    @exclusivity(unchecked) private(set) var againNames: [(name: Span, place: Span)] = []

    /// A range of offsets.
    typealias Span = (lower: Int32, upper: Int32)

    private let seen = HashSet()
    @exclusivity(unchecked) private(set) var keepsRepeats = false
    // This memory belongs to this object only, and has the capacity for the longest text so far. An array
    // would check for uniqueness at each access.
    @exclusivity(unchecked) private var storage: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) package private(set) var count = 0

    init(group: FeatureGroup) {
        self.group = group
        capacity = 256
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// The hash of each feature. Valid until the stream is cleared or extended.
    package var hashes: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(start: storage, count: count) }

    /// Removes all features.
    ///
    /// - Parameters:
    ///   - expected: The approximate number of features that will be added.
    ///   - keepsRepeats: `true` to keep repeated occurrences.
    func clear(expected: Int = 64, keepsRepeats: Bool = false) {
        self.keepsRepeats = keepsRepeats
        // Scoring leaves these empty, and clearing each one costs as much as a few features.
        if !repeated.isEmpty { repeated.removeAll(keepingCapacity: true) }
        if !againNames.isEmpty { againNames.removeAll(keepingCapacity: true) }
        if !material.isEmpty { material.removeAll(keepingCapacity: true) }
        if !names.isEmpty { names.removeAll(keepingCapacity: true) }
        if !places.isEmpty { places.removeAll(keepingCapacity: true) }
        seen.clear(expected: expected)
        count = 0
    }

    /// Adds a feature unless it is present.
    @inline(__always)
    func add(_ hash: UInt64) {
        guard seen.insert(hash) else {
            if keepsRepeats { repeated.append(hash) }
            return
        }
        append(hash)
    }

    /// Adds the feature whose name is a range of `material`, unless it is present.
    func add(lower: Int, upper: Int, place: (lower: Int32, upper: Int32), detail: FeatureDetail) {
        let hash = material.withUnsafeBufferPointer {
            FeatureHash.of(UnsafeBufferPointer(rebasing: $0[lower..<upper]), group)
        }
        let name = (Int32(truncatingIfNeeded: lower), Int32(truncatingIfNeeded: upper))
        guard seen.insert(hash) else {
            if keepsRepeats { addRepeat(hash, name, place) }
            return
        }
        append(hash)
        guard detail != .hashes else { return }
        names.append(name)
        places.append(place)
    }

    /// Adds a feature by its hash unless it is present. Its name is written only if it is needed.
    @inline(__always)
    func add(_ hash: UInt64, place: (lower: Int32, upper: Int32), name: (inout [UInt8]) -> Void) {
        let isNew = seen.insert(hash)
        guard isNew || keepsRepeats else { return }
        let start = material.count
        guard isNew else {
            name(&material)
            return addRepeat(
                hash, (Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: material.count)), place)
        }
        append(hash)
        name(&material)
        names.append((Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: material.count)))
        places.append(place)
    }

    /// Adds a feature without checking whether it is present.
    @inline(__always)
    func addAgain(_ hash: UInt64) { append(hash) }

    /// Adds a feature without checking whether it is present, with its displayed name and position.
    func addAgain(_ hash: UInt64, name: (lower: Int, upper: Int), place: (lower: Int32, upper: Int32)) {
        append(hash)
        names.append((Int32(truncatingIfNeeded: name.lower), Int32(truncatingIfNeeded: name.upper)))
        places.append(place)
    }

    func addRepeat(_ hash: UInt64, _ name: Span, _ place: Span) {
        repeated.append(hash)
        againNames.append((name, place))
    }

    @inline(__always)
    private func append(_ hash: UInt64) {
        if count == capacity { grow() }
        storage[count] = hash
        count &+= 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        larger.update(from: storage, count: count)
        storage.deallocate()
        storage = larger
        capacity *= 2
    }

    func name(_ index: Int) -> String { string(names[index]) }

    func string(_ name: Span) -> String {
        String(decoding: material[Int(name.lower)..<Int(name.upper)], as: UTF8.self)
    }
}
