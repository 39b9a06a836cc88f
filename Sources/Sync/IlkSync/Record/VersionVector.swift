/// The edits that a value includes, as a count for each incarnation that edited the record.
///
/// If the vector of the winning value includes the vector of the losing value, the writer had seen the losing
/// value. Otherwise the edits were concurrent, and the losing value is kept as a conflict copy. The vector
/// decides only this, and wrong clocks do not affect it.
public struct VersionVector: Hashable, Sendable, Codable {
    /// The entries, sorted by incarnation, without duplicates.
    public private(set) var dots: [Dot] = []

    /// The first `count` edits of an incarnation.
    public struct Dot: Hashable, Sendable, Codable {
        /// The incarnation.
        public let incarnation: Incarnation
        /// The number of edits.
        public internal(set) var count: UInt32

        package init(_ incarnation: Incarnation, _ count: UInt32) {
            self.incarnation = incarnation
            self.count = count
        }
    }

    /// The maximum number of incarnations after an edit. An edit drops incarnations beyond this limit, which
    /// can cause an unnecessary conflict copy but never loses a value.
    public static let capacity = 64

    /// The maximum number of incarnations in a stored vector. This number is larger than ``capacity``,
    /// because only edits drop incarnations. If merges dropped incarnations too, merging would not be
    /// associative.
    public static let maximumCount = 4096

    /// Creates an empty vector.
    public init() {}

    /// Creates a vector from stored entries, or returns `nil` if they are unsorted, duplicated or too many.
    package init?(sorted dots: [Dot]) {
        guard dots.count <= Self.maximumCount,
            zip(dots, dots.dropFirst()).allSatisfy({ $0.incarnation < $1.incarnation })
        else { return nil }
        self.dots = dots
    }

    /// Adds the first `count` edits of an incarnation. If the vector then has more than ``capacity``
    /// incarnations, the other incarnations with the smallest numbers are dropped.
    ///
    /// - Parameters:
    ///   - incarnation: The incarnation.
    ///   - count: The number of its edits.
    /// - Complexity: O(*n*) in the number of incarnations.
    public mutating func insert(_ incarnation: Incarnation, _ count: UInt32) {
        join(with: [Dot(incarnation, count)])
        while dots.count > Self.capacity {
            // The smallest incarnation, unless that is the one that is edited.
            dots.remove(at: dots[0].incarnation == incarnation ? 1 : 0)
        }
    }

    /// Returns `true` if this vector contains all edits of another vector.
    ///
    /// - Parameter other: Another vector.
    /// - Complexity: O(*n*) in the number of incarnations.
    public func includes(_ other: VersionVector) -> Bool {
        var mine = 0
        for dot in other.dots {
            while mine < dots.count, dots[mine].incarnation < dot.incarnation { mine += 1 }
            guard mine < dots.count, dots[mine].incarnation == dot.incarnation, dots[mine].count >= dot.count
            else { return false }
        }
        return true
    }

    /// Returns the union of the edits of two vectors.
    ///
    /// - Parameter other: Another vector.
    /// - Complexity: O(*n*²) in the number of incarnations.
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
