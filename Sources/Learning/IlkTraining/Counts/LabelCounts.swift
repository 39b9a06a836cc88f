/// The weighted counts of features in categories, in rows.
///
/// Most features occur in one category only, so a row has room for one count. Counts of further categories are in
/// pages of eight categories, which are linked. A taxonomy of up to eight categories needs one page for a row.
struct LabelCounts: Sendable {
    /// One count and its category, or the number of a page, in eight bytes.
    fileprivate struct Row {
        /// The category in the lower 20 bits, and its count or the number of the page in the others.
        private var bits: Int64 = 0

        private static let categoryBits: Int64 = 20
        /// The category of rows with pages.
        private static let paged: Int64 = 1 << categoryBits - 1

        init() {}

        init(page: Int32) { bits = Int64(page) << Self.categoryBits | Self.paged }

        /// Creates a row without pages, or returns `nil` if the count or the category is too large for it.
        @inline(__always)
        init?(count: Int64, category: Int) {
            bits = count &<< Self.categoryBits | Int64(truncatingIfNeeded: category)
            guard self.count == count, category < Self.paged else { return nil }
        }

        /// The count of ``category``, if the row has no page.
        @inline(__always)
        var count: Int64 { bits &>> Self.categoryBits }

        @inline(__always)
        var category: Int { Int(bits & Self.paged) }

        /// The number of the row's newest page, from 1, or 0 for a row without pages.
        @inline(__always)
        var page: Int32 { bits & Self.paged == Self.paged ? Int32(truncatingIfNeeded: count) : 0 }
    }

    private let layout: Layout
    private var rows: [Row] = []
    /// The numbers of all pages: the counts of the categories of a page. If a row can have several pages, a header
    /// follows with the index of the page among the categories and the number of the row's next page.
    private var pages: [Int64] = []

    fileprivate struct Layout {
        let categories: Int
        /// The number of categories in a page.
        let width: Int
        /// The number of numbers in a page.
        let stride: Int

        @inline(__always)
        var isSinglePage: Bool { stride == width }

        /// The position of a page in ``LabelCounts/pages``.
        @inline(__always)
        func base(_ page: Int32) -> Int { (Int(page) &- 1) &* stride }

        @inline(__always)
        static func header(index: Int, next: Int32) -> Int64 { Int64(index) << 32 | Int64(next) }
        @inline(__always)
        static func index(_ header: Int64) -> Int { Int(header >> 32) }
        @inline(__always)
        static func next(_ header: Int64) -> Int32 { Int32(truncatingIfNeeded: header) }
    }

    init(categories: Int) {
        let width = min(categories, 8)
        layout = Layout(
            categories: categories, width: width, stride: categories > width ? width + 1 : width)
    }

    var count: Int { rows.count }

    mutating func appendRow() { rows.append(Row()) }

    // MARK: Changing

    /// Adds to the count of a row in a category.
    ///
    /// - Complexity: O(*c*) for *c* categories with a count.
    @inline(__always)
    mutating func add(_ share: Int64, row: Int, category: Int) {
        // Wrapping arithmetic avoids overflow checks. Sums are far below 2^63.
        update(row: row, category: category) { $0 &+ share }
    }

    /// Adds to the counts of rows in a category.
    mutating func add(_ share: Int64, to numbers: [Int32], category: Int) {
        guard layout.isSinglePage else {
            for row in numbers { add(share, row: Int(row), category: category) }
            return
        }
        let layout = layout
        let missing = rows.withUnsafeMutableBufferPointer { rows in
            pages.withUnsafeMutableBufferPointer { pages in
                numbers.filter { number in
                    let row = rows[Int(number)]
                    if row.page > 0 {
                        pages[layout.base(row.page) &+ category] &+= share
                    } else if row.category == category || row.count == 0,
                        let changed = Row(count: row.count &+ share, category: category)
                    {
                        rows[Int(number)] = changed
                    } else {
                        return true
                    }
                    return false
                }
            }
        }
        for row in missing { add(share, row: Int(row), category: category) }
    }

    /// Changes the count of a row in a category, which can be 0 before.
    @inline(__always)
    mutating func update<Failure: Error>(
        row: Int, category: Int, _ change: (Int64) throws(Failure) -> Int64
    ) throws(Failure) {
        let place = place(of: row, category)
        if place >= 0 {
            pages[place] = try change(pages[place])
        } else if rows[row].page == 0, rows[row].category == category || rows[row].count == 0 {
            set(row, to: try change(rows[row].count), category)
        } else {
            let count = try change(0)
            if count != 0 { insert(count, row, category) }
        }
    }

    /// Returns the place of a count in ``pages``, or -1.
    @inline(__always)
    private func place(of row: Int, _ category: Int) -> Int {
        var page = rows[row].page
        while page > 0 {
            let base = layout.base(page)
            guard !layout.isSinglePage else { return base &+ category }
            let header = pages[base &+ layout.width]
            if Layout.index(header) == category / layout.width { return base &+ category % layout.width }
            page = Layout.next(header)
        }
        return -1
    }

    /// Sets the only count of a row.
    @inline(__always)
    private mutating func set(_ row: Int, to count: Int64, _ category: Int) {
        if let changed = Row(count: count, category: category) {
            rows[row] = changed
        } else {
            insert(count, row, category)
        }
    }

    /// Adds a page for a count of a row, and one for the count that was in the row itself.
    private mutating func insert(_ count: Int64, _ row: Int, _ category: Int) {
        let first = rows[row]
        if first.page == 0 {
            insertPage(for: first.category, row)
            pages[place(of: row, first.category)] = first.count
        }
        if place(of: row, category) < 0 { insertPage(for: category, row) }
        pages[place(of: row, category)] = count
    }

    private mutating func insertPage(for category: Int, _ row: Int) {
        let header = Layout.header(index: category / layout.width, next: rows[row].page)
        pages.append(contentsOf: repeatElement(0, count: layout.width))
        if !layout.isSinglePage { pages.append(header) }
        rows[row] = Row(page: Int32(pages.count / layout.stride))
    }

    /// Replaces each count of a row that is not 0 by the result of a closure. Its arguments are the category and the
    /// count.
    mutating func mapRow(_ row: Int, _ change: (Int, Int64) -> Int64) {
        var page = rows[row].page
        if page == 0, rows[row].count != 0 {
            set(row, to: change(rows[row].category, rows[row].count), rows[row].category)
            return
        }
        while page > 0 {
            let base = layout.base(page)
            let header = layout.isSinglePage ? 0 : pages[base + layout.width]
            for place in 0..<layout.width where pages[base + place] != 0 {
                pages[base + place] = change(Layout.index(header) * layout.width + place, pages[base + place])
            }
            page = Layout.next(header)
        }
    }

    // MARK: Reading

    /// Returns the counts of a row by category.
    func counts(of row: Int) -> [Int64] {
        var counts = [Int64](repeating: 0, count: layout.categories)
        forEach(in: row) { counts[$0] = $1 }
        return counts
    }

    /// Calls a closure for each count of a row that is not 0, with the category and the count, in any order.
    @inline(__always)
    func forEach<Failure: Error>(
        in row: Int, _ body: (Int, Int64) throws(Failure) -> Void
    ) throws(Failure) {
        var page = rows[row].page
        if page == 0, rows[row].count != 0 { try body(rows[row].category, rows[row].count) }
        while page > 0 {
            let base = layout.base(page)
            let header = layout.isSinglePage ? 0 : pages[base &+ layout.width]
            for place in 0..<layout.width where pages[base &+ place] != 0 {
                try body(Layout.index(header) &* layout.width &+ place, pages[base &+ place])
            }
            page = Layout.next(header)
        }
    }

    /// Calls a closure with a reader, which is valid only during the call and does not check its arguments.
    @inline(__always)
    func withReader<Result, Failure: Error>(
        _ body: (Reader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try rows.withUnsafeBufferPointer { rows throws(Failure) in
            try pages.withUnsafeBufferPointer { pages throws(Failure) in
                try body(Reader(layout: layout, rows: rows, pages: pages))
            }
        }
    }

    struct Reader {
        fileprivate let layout: Layout
        fileprivate let rows: UnsafeBufferPointer<Row>
        fileprivate let pages: UnsafeBufferPointer<Int64>

        /// Writes the counts of a row to numbers by category, or adds them. Returns the sum of the counts.
        @inline(__always)
        func read(row: Int, into numbers: UnsafeMutablePointer<Double>, adding: Bool = false) -> Double {
            let row = rows[row]
            guard row.page > 0, layout.isSinglePage else {
                if !adding { numbers.update(repeating: 0, count: layout.categories) }
                return addEach(row, to: numbers)
            }
            var sum = 0.0
            let base = layout.base(row.page)
            for category in 0..<layout.width {
                let count = Double(pages[base &+ category])
                numbers[category] = adding ? numbers[category] + count : count
                sum += count
            }
            return sum
        }

        @inline(__always)
        private func addEach(_ row: Row, to numbers: UnsafeMutablePointer<Double>) -> Double {
            guard row.page > 0 else {
                numbers[row.category] += Double(row.count)
                return Double(row.count)
            }
            var (page, sum) = (row.page, 0.0)
            while page > 0 {
                let base = layout.base(page)
                let header = pages[base &+ layout.width]
                let first = Layout.index(header) &* layout.width
                for place in 0..<min(layout.width, layout.categories &- first) {
                    let count = Double(pages[base &+ place])
                    numbers[first &+ place] += count
                    sum += count
                }
                page = Layout.next(header)
            }
            return sum
        }
    }
}
