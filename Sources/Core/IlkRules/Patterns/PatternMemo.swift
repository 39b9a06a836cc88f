/// The results of the steps of a ``PatternMachine`` by position, so that no step runs twice at a position.
///
/// The result of a step at a position does not depend on the path to it, because an expression without back
/// references has no other state. Memory is allocated in pages, for the steps and positions that are reached.
final class PatternMemo {
    /// The step was not reached at the position.
    static let unknown: Int32 = 0
    /// The step fails, or it is running. A step cannot be reached again at a position without matching a
    /// character.
    static let failed: Int32 = -1

    /// The positions of a page.
    private static let pageSize = 512
    /// The maximum number of pages, which together take 32 MiB.
    private static let pageLimit = 16_384
    // Owned by this value: allocated by `init` and `set`, freed by `deinit`.
    private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>
    private let pageCount: Int
    private let pagesPerStep: Int
    private var allocated = 0

    init(steps: Int, positions: Int) {
        pagesPerStep = positions / Self.pageSize + 1
        pageCount = steps * pagesPerStep
        pages = .allocate(capacity: max(1, pageCount))
        pages.initialize(repeating: nil, count: pageCount)
    }

    deinit {
        for index in 0..<pageCount { pages[index]?.deallocate() }
        pages.deallocate()
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
        guard allocated < Self.pageLimit else { return }
        allocated += 1
        let new = UnsafeMutablePointer<Int32>.allocate(capacity: Self.pageSize)
        new.initialize(repeating: Self.unknown, count: Self.pageSize)
        new[index] = value
        pages[page] = new
    }
}
