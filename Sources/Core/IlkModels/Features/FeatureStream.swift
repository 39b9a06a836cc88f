import IlkText

/// The features of one family in one text, each once but for ``FeatureFamily/pieces``: their hashes, and where their names
/// and places are.
///
/// A name is a stretch of the material, so that nothing is written twice and neighbours share bytes. For one thread at a
/// time.
package final class FeatureStream {
    /// Where the names stand.
    @exclusivity(unchecked) package var material: [UInt8] = []
    /// The name of each feature: a stretch of the material; empty unless names are kept.
    @exclusivity(unchecked) package private(set) var names: [(lower: Int32, upper: Int32)] = []
    /// Where each feature first stands in the text; empty unless names are kept.
    @exclusivity(unchecked) private(set) var places: [(lower: Int32, upper: Int32)] = []

    let family: FeatureFamily
    /// The features that the text has more than once, as often as they come again. Empty unless repeats are kept.
    @exclusivity(unchecked) package private(set) var again: [UInt64] = []
    /// The name and place of each of them; empty where only hashes are kept.
    @exclusivity(unchecked) private(set) var againNames: [(name: Span, place: Span)] = []

    /// Where something begins and ends.
    typealias Span = (lower: Int32, upper: Int32)

    private let seen = HashSet()
    @exclusivity(unchecked) private(set) var keepsRepeats = false
    // Memory of this object alone, as long as the longest text needed: arrays ask at every element whether they are shared.
    @exclusivity(unchecked) private var storage: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) package private(set) var count = 0

    init(family: FeatureFamily) {
        self.family = family
        capacity = 256
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// The hash of each feature. Valid until the stream is cleared or added to.
    package var hashes: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(start: storage, count: count) }

    /// Forgets the text before.
    ///
    /// - Parameters:
    ///   - expected: How many features will be added, as far as is known.
    ///   - keepsRepeats: Whether it is kept how often each feature comes.
    func clear(expected: Int = 64, keepsRepeats: Bool = false) {
        self.keepsRepeats = keepsRepeats
        // Scoring needs none of these: each of them cleared costs as much as some features.
        if !again.isEmpty { again.removeAll(keepingCapacity: true) }
        if !againNames.isEmpty { againNames.removeAll(keepingCapacity: true) }
        if !material.isEmpty { material.removeAll(keepingCapacity: true) }
        if !names.isEmpty { names.removeAll(keepingCapacity: true) }
        if !places.isEmpty { places.removeAll(keepingCapacity: true) }
        seen.clear(expected: expected)
        count = 0
    }

    /// Adds a feature, unless it is there.
    @inline(__always)
    func add(_ hash: UInt64) {
        guard seen.insert(hash) else {
            if keepsRepeats { again.append(hash) }
            return
        }
        append(hash)
    }

    /// Adds the feature whose name is a stretch of the material, unless it is there.
    func add(lower: Int, upper: Int, place: (lower: Int32, upper: Int32), detail: FeatureDetail) {
        let hash = material.withUnsafeBufferPointer {
            FeatureHash.of(UnsafeBufferPointer(rebasing: $0[lower..<upper]), family)
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

    /// Adds a feature by its hash, unless it is there; its name is written only then.
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

    /// Adds a feature without looking whether it is there.
    @inline(__always)
    func addAgain(_ hash: UInt64) { append(hash) }

    /// The same, with what people are shown of it and where that stands.
    func addAgain(_ hash: UInt64, name: (lower: Int, upper: Int), place: (lower: Int32, upper: Int32)) {
        append(hash)
        names.append((Int32(truncatingIfNeeded: name.lower), Int32(truncatingIfNeeded: name.upper)))
        places.append(place)
    }

    /// Notes that a feature of the text comes again.
    func addRepeat(_ hash: UInt64, _ name: Span, _ place: Span) {
        again.append(hash)
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

    /// The name of a feature, with the marks for start and end of text made visible.
    func name(_ index: Int) -> String { string(names[index]) }

    /// A stretch of the material.
    func string(_ name: Span) -> String {
        String(decoding: material[Int(name.lower)..<Int(name.upper)], as: UTF8.self)
    }
}
