import ArgumentParser
import IlkVocabulary

/// The interval of a scheduled task: a value of `--schedule`, such as `retrain=1d` or `retention=off`.
package struct ScheduleChoice: Hashable, Sendable {
    package enum Name: String, CaseIterable, Sendable {
        /// Erases the records that have expired under the retention rules.
        case retention
        /// Drops the old tombstones of the hub.
        case deletions
        /// Retrains the models on new corrections.
        case retrain
        /// Flags the symbols of usage that are no longer used.
        case regressions
        /// Syncs the calls with Monica.
        case calls
    }

    package let name: Name
    /// The time between two runs in seconds, or `nil` if the task never runs.
    package let every: Int?

    /// Parses `NAME=TIME` or `NAME=off`.
    ///
    /// - Throws: `ValidationError` for an unknown name, or for a time below one minute or above 366 days.
    package init(argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let name = Name(rawValue: parts[0]) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("expected NAME=TIME or NAME=off; allowed names: \(names)")
        }
        self.name = name
        guard parts[1] != "off" else {
            every = nil
            return
        }
        guard let age = PointInTime(parts[1])?.age, (60...366 * 86_400).contains(age) else {
            throw ValidationError("expected a time from 1m to 366d, such as 1h, or off")
        }
        every = Int(age)
    }
}
