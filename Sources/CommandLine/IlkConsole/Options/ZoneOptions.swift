package import ArgumentParser
import Foundation
package import IlkStore

/// The time zone of displayed days and times.
package struct ZoneOptions: ParsableArguments {
    @Option("The time zone, such as Europe/Berlin. (default: local)", value: "name")
    package var zone: String?

    package func validate() throws {
        if let zone, TimeZone(identifier: zone) == nil {
            throw ValidationError.invalid("--zone", zone, expected: "a name such as Europe/Berlin")
        }
    }

    /// Returns the timeline in a time zone and in the language of the environment. Without a named zone, the
    /// zone comes from `TZ` or, if `TZ` is not set, from the machine.
    package static func timeline(_ zone: String?, _ environment: [String: String]) -> LocalTimeline {
        let named = (zone ?? environment["TZ"]).flatMap { TimeZone(identifier: $0) }
        return LocalTimeline(timeZone: named ?? .current, locale: locale(environment))
    }

    /// Returns the locale that the environment variables name, or British English for the C locale.
    private static func locale(_ environment: [String: String]) -> Locale {
        let value = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = value.prefix { $0 != "." && $0 != "@" }
        return Locale(identifier: ["C", "POSIX"].contains(name) ? "en_GB" : String(name))
    }

    package init() {}
}
