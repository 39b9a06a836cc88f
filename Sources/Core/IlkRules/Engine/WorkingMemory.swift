/// A fixed number of elements in memory of their own, changed in place: no copies, no reference counts, no bounds but where
/// asserts are checked. For one thread at a time.
package struct Slots<Element: BitwiseCopyable>: ~Copyable {
    // Memory of this value alone: made by `init`, freed by `deinit`.
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(repeating element: Element, count: Int) {
        self.count = count
        base = .allocate(capacity: max(1, count))
        base.initialize(repeating: element, count: count)
    }

    deinit { base.deallocate() }

    package var indices: Range<Int> { 0..<count }

    /// The element at a place.
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

    /// Gives all of them one value.
    func fill(with element: Element) { base.update(repeating: element, count: count) }

    /// Gives them the values of a table of as many.
    func copy(_ table: ProgramTable<Element>) where Element: Sendable {
        assert(table.count == count, "a table of another size")
        guard let source = table.buffer.baseAddress else { return }
        base.update(from: source, count: count)
    }
}

/// A list that grows in memory of its own and keeps it from text to text. For one thread at a time.
package struct GrowingList<Element: BitwiseCopyable>: ~Copyable {
    // Memory of this value alone: made by `init` and `grow`, freed by `deinit`.
    private var base: UnsafeMutablePointer<Element>
    private var capacity = 64
    private(set) var count = 0

    init() { base = .allocate(capacity: capacity) }

    deinit { base.deallocate() }

    /// The element at a place.
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

    /// Copies of some of the elements.
    package subscript(range: Range<Int>) -> [Element] {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "no such elements")
        return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// The elements as plain memory. Valid until the list is added to.
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

    /// Forgets the elements and keeps the memory.
    @inline(__always)
    mutating func removeAll() { count = 0 }

    /// Forgets the last so many.
    mutating func removeLast(_ number: Int) {
        assert(number >= 0 && number <= count, "fewer are there")
        count -= number
    }

    /// Sorts all of them.
    mutating func sort(by isBefore: (Element, Element) -> Bool) {
        var buffer = UnsafeMutableBufferPointer(start: base, count: count)
        buffer.sort(by: isBefore)
    }
}
