import Foundation
import Glibc
import IlkFiles
import Testing

@Suite struct `Background thread` {
    /// The name and the niceness of the thread that reads this property.
    private static var place: (name: String?, niceness: Int32) {
        (Thread.current.name, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
    }

    @Test func `tasks run on a thread of low priority, one at a time`() async throws {
        #expect(!BackgroundThread.isCurrent)
        let places = try await BackgroundThread.perform {
            #expect(BackgroundThread.isCurrent)
            return await withTaskGroup(of: (name: String?, niceness: Int32).self) { group in
                for _ in 0..<10 {
                    group.addTask { Self.place }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(places.count == 10)
        #expect(places.allSatisfy { $0.name == "background" && $0.niceness >= 10 })
    }
}
