import Foundation
import GRDB
import Synchronization

/// A thread that polls a table through another connection and records the time at which its first row
/// appears.
///
/// A thread is used, because a polling test would have to wait for its turn among all other tests.
public final class RowWatch: Sendable {
    private let seen = Mutex<ContinuousClock.Instant?>(nil)

    /// Starts polling, every millisecond for at most a minute.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - path: The database file.
    public init(table: String, at path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let thread = Thread { [self] in
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                let rows = try? queue.read { try Table(table).fetchCount($0) }  // The next poll retries.
                if let rows, rows > 0 {
                    seen.withLock { $0 = ContinuousClock.now }
                    return
                }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
        thread.start()
    }

    /// The time at which the first row was seen, or `nil`.
    public var firstSeen: ContinuousClock.Instant? { seen.withLock { $0 } }
}
