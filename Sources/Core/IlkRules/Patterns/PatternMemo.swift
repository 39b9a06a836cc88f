import Glibc

/// The results of the steps of a ``PatternMachine`` by position, so that no step runs twice at a position.
///
/// The result of a step at a position does not depend on the path to it, because an expression without back
/// references has no other state. Memory is allocated in pages, for the steps and positions that are reached.
final class PatternMemo {
    /// The step was not reached at the position.
    static let unknown: Int32 = 0
    /// The step failed or is still running. A running step cannot be reached again at the same position,
    /// because a loop matches at least one character in each iteration.
    static let failed: Int32 = -1

    /// The number of positions in a page.
    private static let pageSize = 512
    /// The maximum number of pages. Together, they take 32 MiB.
    private static let pageLimit = 16_384
    // Owned by this value: allocated by `init` and `set`, freed by `deinit`.
    private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>
    private let pagesPerStep: Int
    /// The indexes of the allocated pages.
    private var allocated: [Int] = []

    init(steps: Int, positions: Int) {
        pagesPerStep = positions / Self.pageSize + 1
        let count = max(1, steps * pagesPerStep)
        // The system provides zero bytes, which are `nil`, without writing the whole table.
        guard let table = calloc(count, MemoryLayout<UnsafeMutablePointer<Int32>?>.stride) else {
            fatalError("not enough memory for \(count) pages of a pattern")
        }
        pages = table.bindMemory(to: UnsafeMutablePointer<Int32>?.self, capacity: count)
    }

    deinit {
        for index in allocated { pages[index]?.deallocate() }
        free(pages)
    }

    /// The result of a step at a position: ``unknown``, ``failed``, or the end of the match plus 1.
    @inline(__always)
    subscript(step: Int, place: Int) -> Int32 {
        get { pages[step &* pagesPerStep &+ place &>> 9]?[place & 511] ?? Self.unknown }
        set { set(step &* pagesPerStep &+ place &>> 9, place & 511, newValue) }
    }

    private func set(_ page: Int, _ index: Int, _ value: Int32) {
        if let known = pages[page] {
            known[index] = value
            return
        }
        // At the limit steps run again. The budget of the machine bounds their number.
        guard allocated.count < Self.pageLimit else { return }
        allocated.append(page)
        let new = UnsafeMutablePointer<Int32>.allocate(capacity: Self.pageSize)
        new.initialize(repeating: Self.unknown, count: Self.pageSize)
        new[index] = value
        pages[page] = new
    }
}
