/// The names of consecutive tokens, separated by blanks in the `material` of a stream. The bytes of two
/// neighboring names are the name of their bigram.
struct NeighborNames {
    /// A name: its range in the material, and its position in the text.
    private struct Piece {
        var name: FeatureStream.Span
        var place: FeatureStream.Span
    }

    private var pieces: [Piece] = []

    mutating func begin() { pieces.removeAll(keepingCapacity: true) }

    mutating func append(_ name: some Sequence<UInt8>, _ place: (Int32, Int32), _ stream: FeatureStream) {
        let start = stream.material.count
        stream.material.append(contentsOf: name)
        end(from: start, place, stream)
    }

    /// Records the name from `start` to the end of the material.
    mutating func end(from start: Int, _ place: (Int32, Int32), _ stream: FeatureStream) {
        let end = Int32(truncatingIfNeeded: stream.material.count)
        pieces.append(Piece(name: (Int32(truncatingIfNeeded: start), end), place: place))
        stream.material.append(UInt8(ascii: " "))
    }

    /// Adds each pair of consecutive names as a feature.
    func addPairs(to stream: FeatureStream) {
        for (left, right) in zip(pieces, pieces.dropFirst()) {
            stream.add(
                lower: Int(left.name.lower), upper: Int(right.name.upper),
                place: (left.place.lower, right.place.upper), detail: .names)
        }
    }
}
