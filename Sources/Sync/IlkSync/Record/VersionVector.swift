/// Which edits went into a value: for each life of a device that edited the record, how many of its edits are known.
///
/// It tells an edit of a value from an edit beside it: only the latter has a loser that must be kept. It decides nothing
/// else; a clock that is wrong cannot make it wrong.
public struct VersionVector: Hashable, Sendable, Codable {
    /// Sorted by incarnation, each once.
    public private(set) var dots: [Dot] = []

    /// The edits of one life: the first `count` of them.
    public struct Dot: Hashable, Sendable, Codable {
        /// Whose edits.
        public let incarnation: Incarnation
        /// How many.
        public internal(set) var count: UInt32
    }

    /// Lives that are remembered. What is forgotten beyond can make a loser of a value that was none, never the
    /// other way round.
    public static let capacity = 64

    /// No edit.
    public init() {}

    /// Edits as they were stored; nil unless they ascend by incarnation, each once, and are not too many.
    init?(sorted dots: [Dot]) {
        guard dots.count <= Self.capacity,
            zip(dots, dots.dropFirst()).allSatisfy({ $0.incarnation < $1.incarnation })
        else { return nil }
        self.dots = dots
    }

    /// Adds an edit.
    public mutating func note(_ incarnation: Incarnation, _ count: UInt32) {
        join(with: [Dot(incarnation: incarnation, count: count)])
        if dots.count > Self.capacity, let oldest = dots.firstIndex(where: { $0.incarnation != incarnation })
        {
            dots.remove(at: oldest)
        }
    }

    /// Whether all edits of the other are among these.
    public func includes(_ other: VersionVector) -> Bool {
        var mine = 0
        for dot in other.dots {
            while mine < dots.count, dots[mine].incarnation < dot.incarnation { mine += 1 }
            guard mine < dots.count, dots[mine].incarnation == dot.incarnation, dots[mine].count >= dot.count
            else { return false }
        }
        return true
    }

    /// The edits of both.
    public func joined(with other: VersionVector) -> VersionVector {
        if self == other { return self }
        var both = self
        both.join(with: other.dots)
        return both
    }

    private mutating func join(with other: [Dot]) {
        for dot in other {
            let place = dots.firstIndex { $0.incarnation >= dot.incarnation } ?? dots.count
            if place < dots.count, dots[place].incarnation == dot.incarnation {
                dots[place].count = max(dots[place].count, dot.count)
            } else {
                dots.insert(dot, at: place)
            }
        }
    }
}
