import Synchronization

/// The non-ASCII members of a ``ScalarSet``, prepared for fast tests on first use.
package final class ScalarTable: Sendable {
    package static let word = ScalarTable(.word)
    package static let combining = ScalarTable(.combining)

    private let set: ScalarSet
    /// The address of the members, or 0 before the first use.
    private let members = Atomic<UInt>(0)

    package init(_ set: ScalarSet) { self.set = set }

    deinit {
        if let pointer = UnsafeRawPointer(bitPattern: members.load(ordering: .acquiring)) {
            Unmanaged<Members>.fromOpaque(pointer).release()
        }
    }

    /// Returns `true` if the given non-ASCII scalar is in the set.
    ///
    /// - Complexity: O(1) in the basic multilingual plane, otherwise O(log *n*) for a set of *n* runs.
    package func contains(_ scalar: UInt32) -> Bool {
        let address = members.load(ordering: .acquiring)
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return prepared().contains(scalar) }
        return Unmanaged<Members>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.contains(scalar) }
    }

    /// Evaluates the set. If several threads do so, all use the result that was stored first.
    private func prepared() -> Members {
        let new = Unmanaged.passRetained(Members(set.edges))
        let (isStored, known) = members.compareExchange(
            expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
        guard !isStored, let pointer = UnsafeRawPointer(bitPattern: known) else {
            return new.takeUnretainedValue()
        }
        new.release()
        return Unmanaged<Members>.fromOpaque(pointer).takeUnretainedValue()
    }

    private final class Members: Sendable {
        /// Sets with at most this number of edges are searched, and need no table.
        private static let searched = 16

        private let edges: [UInt32]
        /// One bit for each scalar of the basic multilingual plane, or empty.
        private let bits: [UInt64]

        init(_ edges: [UInt32]) {
            self.edges = edges
            guard edges.count > Self.searched else {
                bits = []
                return
            }
            var bits = [UInt64](repeating: 0, count: 1_024)
            for index in stride(from: 0, to: edges.count, by: 2) where edges[index] < 0x1_0000 {
                let end = index + 1 < edges.count ? min(edges[index + 1], 0x1_0000) : 0x1_0000
                for scalar in edges[index]..<end { bits[Int(scalar >> 6)] |= 1 << UInt64(scalar & 63) }
            }
            self.bits = bits
        }

        @inline(__always)
        func contains(_ scalar: UInt32) -> Bool {
            if scalar < 0x1_0000, !bits.isEmpty {
                return bits[Int(scalar >> 6)] >> UInt64(scalar & 63) & 1 == 1
            }
            return ScalarSet.contains(scalar, edges)
        }
    }
}
