/// A constant table that loops read without bounds checks or reference counts.
///
/// `init` writes the memory once. The memory is never freed, so that threads can share it. Use it only for a
/// `static let`.
struct FixedTable<Element: BitwiseCopyable>: @unchecked Sendable {
    // Written only by `init` and never freed, so the pointer stays valid for the lifetime of the process.
    private let base: UnsafePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        for (index, element) in elements.enumerated() { (memory + index).initialize(to: element) }
        base = UnsafePointer(memory)
        count = elements.count
    }

    /// Returns an element. The index must be in the table; release builds do not check it.
    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count, "no such element")
        return base[index]
    }
}
