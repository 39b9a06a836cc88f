import Testing

@testable import IlkStore

@Suite struct LibraryTests {
    @Test func `an initialized SQLite keeps its memory statistics`() throws {
        let store = try Store.open(
            .memory,
            schema: StoreSchema(name: "library", applicationID: 4712, migrations: [Migration("one") { _ in }])
        )
        #expect(!Store.disableMemoryStatistics())
        try store.close()
    }
}
