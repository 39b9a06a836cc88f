import Testing

@testable import IlkStore

@Suite struct LibraryTests {
    @Test func `once SQLite is at work it counts memory as it did`() throws {
        let store = try Store.open(
            .memory,
            schema: StoreSchema(name: "library", applicationID: 4712, migrations: [Migration("one") { _ in }])
        )
        #expect(!Store.countNoMemory())
        try store.close()
    }
}
