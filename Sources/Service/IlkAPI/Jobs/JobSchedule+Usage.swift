package import FoundationEssentials
import IlkStore
import IlkUsage
import IlkVocabulary

extension JobSchedule {
    /// Returns the schedule that flags the symbols of an app that are no longer used. It checks the days up to
    /// yesterday in UTC, because the present day is incomplete.
    ///
    /// - Parameters:
    ///   - path: The file of usage. It may be missing.
    ///   - every: The time between two starts in seconds, or `nil` for never.
    ///   - now: Returns the current time.
    package static func regressions(
        in path: String, every: Int?, now: @escaping @Sendable () -> Date = { Date() }
    ) -> JobSchedule {
        JobSchedule(
            "regressions", "Flag the symbols of usage that were used often and are no longer used",
            every: every, runsAtStart: true
        ) {
            guard FileManager.default.fileExists(atPath: path) else { return "no records of usage" }
            let store = try UsageStore.open(.file(path))
            do {
                let day = ZonedTime(milliseconds: now().milliseconds, zone: 0).day.adding(by: -1)
                let found = try await store.findRegressions(on: day) { _ in try Task.checkCancellation() }
                var count = 0
                for day in found.days { count += try await store.regressions(on: day).count }
                try store.close()
                let first = found.days.first.flatMap { $0 == day ? nil : "from \($0) to " } ?? "on "
                return "flagged \(count) \(count == 1 ? "symbol" : "symbols") \(first)\(day)"
            } catch {
                try? store.close()  // The first error is reported.
                throw error
            }
        }
    }
}
