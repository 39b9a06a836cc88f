/// Elements side by side in memory of their own that never changes: read without bounds, copies or reference counts.
///
/// Where asserts are checked, every index is. Who made the indices sees to them elsewhere: the compiler of rules, and the
/// reader of compiled ones, which refuses a file whose numbers lead out of its tables.
package struct ProgramTable<Element: Sendable>: RandomAccessCollection, @unchecked Sendable {
    /// Frees the memory with the last table that looks at it.
    private final class Memory {
        let base: UnsafeMutablePointer<Element>
        let count: Int

        init(_ elements: [Element]) {
            count = elements.count
            base = .allocate(capacity: Swift.max(1, count))
            elements.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                base.initialize(from: start, count: source.count)
            }
        }

        deinit {
            base.deinitialize(count: count)
            base.deallocate()
        }
    }

    // Written by `init` alone and freed with `memory`: whoever has the table may read it.
    private let memory: Memory
    private let base: UnsafePointer<Element>
    package let count: Int

    init(_ elements: [Element]) {
        memory = Memory(elements)
        base = UnsafePointer(memory.base)
        count = memory.count
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    /// The element at a place of the table.
    @inline(__always)
    package subscript(index: Int) -> Element {
        assert(index >= 0 && index < count, "no such element")
        return base[index]
    }

    /// Where an element lies: for those that are too large to be copied for one of their members. Valid as long as the
    /// table.
    @inline(__always)
    func pointer(to index: Int) -> UnsafePointer<Element> {
        assert(index >= 0 && index < count, "no such element")
        return base + index
    }

    /// Some of the elements as plain memory. Valid as long as the table.
    func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "no such elements")
        return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// The table as plain memory. Valid as long as the table.
    var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }
}
