import Testing

@testable import IlkConsole

@Suite struct `Pages of lists` {
    @Test(arguments: [(0, nil), (1, nil), (2, nil), (3, "2"), (4, "2")] as [(Int, String?)])
    func `a page has a cursor only if records follow`(_ records: Int, _ next: String?) {
        let request = PageRequest(limit: 2, place: nil)
        let found = Array(1...4).prefix(records).prefix(request.fetchLimit)
        let page = ListedPage(Array(found), limit: request.limit) { "\($0)" }
        #expect(page.items == Array([1, 2].prefix(records)) && page.next == next)
    }

    @Test func `the largest limit is no overflow`() {
        #expect(PageRequest(limit: .max, place: nil).fetchLimit == .max)
    }
}
