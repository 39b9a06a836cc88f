import Foundation
import GRDB
import Synchronization

/// Another connection on a thread of its own that looks for a table's first row and remembers when it saw it.
///
/// A thread of its own, because a test that polls waits for its turn among all other tests.
public final class RowWatch: Sendable {
    private let seen = Mutex<ContinuousClock.Instant?>(nil)

    /// Begins to look, every millisecond and for at most a minute.
    public init(table: String, at path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let thread = Thread { [self] in
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                let rows = try? queue.read { try Table(table).fetchCount($0) }  // It asks again.
                if let rows, rows > 0 {
                    seen.withLock { $0 = ContinuousClock.now }
                    return
                }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
        thread.start()
    }

    /// When the first row was seen, or nil.
    public var firstSeen: ContinuousClock.Instant? { seen.withLock { $0 } }
}
