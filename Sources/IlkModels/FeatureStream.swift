import IlkText

/// The features of one family in one text, each once: their hashes, and where their names and places are.
///
/// A name is a stretch of the material, so that nothing is written twice and neighbours share bytes.
struct FeatureStream {
    /// Where the names stand.
    var material: [UInt8] = []
    /// The hash of each distinct feature.
    var hashes: [UInt64] = []
    /// The name of each feature: a stretch of the material; empty unless names are kept.
    var names: [(lower: Int32, upper: Int32)] = []
    /// Where each feature first stands in the text; empty unless names are kept.
    var places: [(lower: Int32, upper: Int32)] = []

    private let seed: UInt64
    private var seen = HashSet()

    init(family: FeatureFamily) {
        seed = family.seed
    }

    mutating func clear() {
        material.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        seen.clear()
    }

    /// Adds the feature whose name is a stretch of the material, unless it is there.
    mutating func add(lower: Int, upper: Int, place: (lower: Int32, upper: Int32), detail: FeatureDetail) {
        let hash = material.withUnsafeBufferPointer { material -> UInt64 in
            guard let base = material.baseAddress else { return 0 }
            return StableHash.hash(base + lower, count: upper - lower, seed: seed)
        }
        add(hash, lower: lower, upper: upper, place: place, detail: detail)
    }

    /// Adds a feature of a known hash, unless it is there.
    @inline(__always)
    mutating func add(
        _ hash: UInt64, lower: Int, upper: Int, place: (lower: Int32, upper: Int32), detail: FeatureDetail
    ) {
        guard seen.insert(hash) else { return }
        hashes.append(hash)
        guard detail == .names else { return }
        names.append((Int32(truncatingIfNeeded: lower), Int32(truncatingIfNeeded: upper)))
        places.append(place)
    }

    /// The name of a feature, with the marks for start and end of text made visible.
    func name(_ index: Int) -> String {
        let name = names[index]
        return String(decoding: material[Int(name.lower)..<Int(name.upper)], as: UTF8.self)
    }
}
