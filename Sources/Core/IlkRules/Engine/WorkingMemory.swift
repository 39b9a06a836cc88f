/// A buffer with a fixed number of elements that are mutated in place, without copies or reference counts.
/// Indexes are checked only in debug builds. The buffer is not thread-safe.
package struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
    // Owned by this value: allocated by `init`, freed by `deinit`.
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(repeating element: Element, count: Int) {
        self.count = count
        base = .allocate(capacity: max(1, count))
        base.initialize(repeating: element, count: count)
    }

    deinit { base.deallocate() }

    package var indices: Range<Int> { 0..<count }

    @inline(__always)
    package subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "no such element")
            return base[index]
        }
        nonmutating _modify {
            assert(index >= 0 && index < count, "no such element")
            yield &base[index]
        }
    }

    func fill(with element: Element) { base.update(repeating: element, count: count) }

    /// Copies the elements of a table of the same size.
    func copy(_ table: ProgramTable<Element>) where Element: Sendable {
        assert(table.count == count, "a table of another size")
        guard let source = table.buffer.baseAddress else { return }
        base.update(from: source, count: count)
    }
}

/// A growable list that keeps its memory from text to text. The list is not thread-safe.
package struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
    // Owned by this value: allocated by `init` and `grow`, freed by `deinit`.
    private var base: UnsafeMutablePointer<Element>
    private var capacity = 64
    private(set) var count = 0

    init() { base = .allocate(capacity: capacity) }

    deinit { base.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "no such element")
            return base[index]
        }
        nonmutating _modify {
            assert(index >= 0 && index < count, "no such element")
            yield &base[index]
        }
    }

    package subscript(range: Range<Int>) -> [Element] {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "no such elements")
        return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// The elements. Invalidated when an element is appended.
    var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    /// Removes all elements and keeps the memory.
    @inline(__always)
    mutating func removeAll() { count = 0 }

    mutating func removeLast(_ number: Int) {
        assert(number >= 0 && number <= count, "fewer are there")
        count -= number
    }

    mutating func sort(by isBefore: (Element, Element) -> Bool) {
        var buffer = UnsafeMutableBufferPointer(start: base, count: count)
        buffer.sort(by: isBefore)
    }
}
