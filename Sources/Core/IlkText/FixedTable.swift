/// A table that loops read without bounds or reference counts: for constants of the program only.
///
/// The memory is written once, before anybody else sees it, and never freed: that is what makes it safe to share.
/// Make one for a `static let`, never for a value that comes and goes.
struct FixedTable<Element: BitwiseCopyable>: @unchecked Sendable {
    // Written by `init` alone, never freed: whoever has the pointer may read it for as long as the program runs.
    private let base: UnsafePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        for (index, element) in elements.enumerated() { (memory + index).initialize(to: element) }
        base = UnsafePointer(memory)
        count = elements.count
    }

    /// The element of an index, which must be in the table.
    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count, "no such element")
        return base[index]
    }
}
