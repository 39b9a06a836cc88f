package import ArgumentParser
package import Foundation
package import IlkStore

/// In which zone and language days and times are shown.
package struct ZoneOptions: ParsableArguments {
    @Option("The time zone of days and times, as Europe/Berlin. (default: the machine's)", value: "name")
    package var zone: String?

    package func validate() throws {
        if let zone, TimeZone(identifier: zone) == nil {
            throw ValidationError("There is no time zone '\(zone)'.")
        }
    }

    /// The days and the words of the user.
    package func timeline(_ environment: [String: String]) -> LocalTimeline {
        let named = (zone ?? environment["TZ"]).flatMap { TimeZone(identifier: $0) }
        return LocalTimeline(timeZone: named ?? .current, locale: Self.locale(environment))
    }

    /// The language that the variables say; English for the C locale.
    package static func locale(_ environment: [String: String]) -> Locale {
        let value = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = value.prefix { $0 != "." && $0 != "@" }
        return Locale(identifier: ["C", "POSIX"].contains(name) ? "en_GB" : String(name))
    }

    package init() {}
}
