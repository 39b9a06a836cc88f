/// An immutable array that is read without bounds checks, copies or reference counts.
///
/// Indexes are checked only in debug builds. The rule compiler creates only valid indexes, and the reader of
/// compiled rules rejects files with indexes out of range.
package struct ProgramTable<Element: Sendable>: RandomAccessCollection, @unchecked Sendable {
    /// Frees the memory with the last table that refers to it.
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

    // Written only by `init` and freed with `memory`, so any holder of the table may read it.
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

    @inline(__always)
    package subscript(index: Int) -> Element {
        assert(index >= 0 && index < count, "no such element")
        return base[index]
    }

    /// Returns a pointer to an element, for elements that are large to copy. The pointer is valid as long as
    /// the table exists.
    @inline(__always)
    func pointer(to index: Int) -> UnsafePointer<Element> {
        assert(index >= 0 && index < count, "no such element")
        return base + index
    }

    /// Returns some of the elements. The buffer is valid as long as the table exists.
    func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "no such elements")
        return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// All elements. The buffer is valid as long as the table exists.
    var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }
}
