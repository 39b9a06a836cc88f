import IlkConsole
import ArgumentParser
import Foundation
import IlkUsage
import IlkStore
import IlkVocabulary

/// The options that filter events by time, device, caregiver and session.
struct UsageScopeOptions: OptionalSelection {
    @OptionGroup var period: PeriodOptions<UsageApplication, LocalTimeArgument>

    @Option("Only events from this device.", value: "name")
    var onDevice: String?

    @Option("Only events with this caregiver (see 'ilk usage profiles').", value: "name")
    var with: String?

    @Option("Only events of this session.", value: "session")
    var session: String?

    /// `true` if no filter is given.
    var isEmpty: Bool { period.isEmpty && onDevice == nil && with == nil && session == nil }

    /// Returns the filter that the options describe.
    ///
    /// - Throws: `UsageError`, or `CommandError` if a name is unknown. The hint suggests the most similar
    ///   name.
    func selection(in open: OpenUsageStore) async throws -> UsageFilter {
        var filter = UsageFilter(since: period.since?.date(in: open), until: period.until?.date(in: open))
        if let onDevice { filter.deviceID = try await open.device(onDevice).id }
        if let with { filter.caregiverProfileID = try await open.caregiver(with).id }
        if let session {
            let reference = try UsageApplication.reference(session, at: "--session")
            let found = try await open.store.session(reference)
            filter.sessionID = found.id
            // The time range of the session limits the rows to scan.
            filter.since = max(filter.since ?? .distantPast, Date(milliseconds: found.start.milliseconds))
            filter.until = min(filter.until ?? .distantFuture, Date(milliseconds: found.end.milliseconds + 1))
        }
        return filter
    }
}

/// The options that filter events.
struct UsageFilterOptions: OptionalSelection {
    @OptionGroup var scope: UsageScopeOptions

    @Option("Only taps on this symbol; excludes all phrases.", value: "symbol")
    var symbol: String?

    @Option(help: "Only events of this type.")
    var type: UsageTypeChoice?

    /// `true` if no filter is given.
    var isEmpty: Bool { scope.isEmpty && symbol == nil && type == nil }

    /// Returns the filter that the options describe.
    ///
    /// - Throws: An error of ``UsageScopeOptions/selection(in:)``.
    func selection(in open: OpenUsageStore) async throws -> UsageFilter {
        var filter = try await scope.selection(in: open)
        filter.type = type?.type
        filter.symbolID = symbol
        return filter
    }
}

/// The values of `--type`.
enum UsageTypeChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case tap
    case phrase

    var type: UsageFilter.EventType { self == .tap ? .tap : .phrase }
}
