/// The pairs of the text at hand. As many as a text's first ``FeatureBag/reach`` bytes can have, and one thread at a time.
struct PairSet {
    /// Twice what is ever put in.
    private static let room = 4_096
    private static let mask: UInt64 = 0xFFFF

    /// The upper bits of a pair's hash and, below, the number of its text. What is of another text is a free place.
    private let slots: UnsafeMutablePointer<UInt64>
    private var text: UInt64 = 0

    init() {
        slots = .allocate(capacity: Self.room)
        slots.initialize(repeating: 0, count: Self.room)
    }

    /// Gives the memory back. Whoever has the set does so once, at the end.
    func release() { slots.deallocate() }

    /// Begins a text.
    @inline(__always)
    mutating func begin() {
        text &+= 1
        guard text > Self.mask else { return }
        slots.update(repeating: 0, count: Self.room)
        text = 1
    }

    /// Puts a pair in and tells whether it is new.
    @inline(__always)
    func insert(_ hash: UInt64) -> Bool {
        let entry = hash & ~Self.mask | text
        var slot = Int(truncatingIfNeeded: hash &>> 17) & (Self.room &- 1)
        while true {
            let found = slots[slot]
            if found == entry { return false }
            if found & Self.mask != text {
                slots[slot] = entry
                return true
            }
            slot = (slot &+ 1) & (Self.room &- 1)
        }
    }
}
