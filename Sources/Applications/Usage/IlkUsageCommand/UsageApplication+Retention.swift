import ArgumentParser
import IlkConsole
import IlkStore
import IlkUsage
import IlkVocabulary

extension UsageApplication: RetentionApplication {
    /// The options that describe a retention rule.
    struct RuleOptions: OptionalSelection {
        @Option(
            "Expire events older than this: 90d, 2w, 1y.", value: "time", form: LogTimeArgument.ageForm)
        var olderThan: LogTimeArgument?

        @Option(help: "Expire only taps, or only phrases.")
        var type: UsageTypeChoice?

        var isEmpty: Bool { olderThan == nil && type == nil }

        func validate() throws { try olderThan?.checkAge() }

        func selection(in open: OpenUsageStore) -> UsageRetention {
            UsageRetention(age: olderThan?.age, type: type?.type)
        }
    }

    static let retentionText = text(
        "retention",
        abstract: "Set and list retention rules for taps and phrases.",
        discussion: """
            A rule expires the events that match all options of the rule. Without options, the rules are \
            listed. 'ilk usage purge --due' erases the expired events. 'ilk serve' erases them too, at its \
            start and then every hour; to choose the store, use 'ilk serve --usage-file'.

            If the usage is synced, the next sync also erases these events at the hub and on the other \
            devices. Rules are not synced.
            """,
        examples: [
            "Keep events for two years": "retention --older-than 2y",
            "Keep phrases for a month": "retention --older-than 30d --type phrase",
            "List the rules": "retention",
            "Remove a rule": "retention --remove 2",
            "Erase expired events": "purge --due --yes",
        ])

    static func phrase(_ rule: UsageRetention) -> String {
        var parts = [rule.type.map { $0 == .tap ? "taps" : "phrases" } ?? "events"]
        if let age = rule.age { parts.append("older than \(DurationText.text(age))") }
        return parts.joined(separator: " ")
    }

    static func output(_ rule: UsageRetention, number: Int, due: PurgeReport) -> JSONObject {
        [
            "number": number, "olderThanSeconds": rule.age,
            "type": rule.type.map { $0 == .tap ? "tap" : "phrase" }, "dueEvents": due.records,
        ]
    }
}
