import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

extension CallsApplication: RetentionApplication {
    /// The options that describe a retention rule.
    struct RuleOptions: OptionalSelection {
        @Option(
            "Expire calls older than this: 90d, 2w, 1y.", value: "time", form: LogTimeArgument.ageForm)
        var olderThan: LogTimeArgument?

        @Option(help: "Expire only calls with this recorded emotion.")
        var emotion: CallEmotion?

        @Option("Expire only calls with this tag.", value: "tag")
        var tag: String?

        var isEmpty: Bool { olderThan == nil && emotion == nil && tag == nil }

        func validate() throws { try olderThan?.checkAge() }

        func selection(in open: OpenCallStore) -> CallRetention {
            CallRetention(age: olderThan?.age, emotion: emotion?.state, tag: tag)
        }
    }

    static let retentionText = text(
        "retention",
        abstract: "Set and list retention rules for calls.",
        discussion: """
            A rule expires the calls that match all options of the rule. Without options, the rules are \
            listed. 'ilk calls purge --due' erases the expired calls. 'ilk serve' erases them too, at its \
            start and then every hour; to choose the store, use 'ilk serve --calls-file'. If the calls are \
            synced, the server (Monica) keeps its copies.
            """,
        examples: [
            "Keep calls for two years": "retention --older-than 2y",
            "Keep sad calls for a month": "retention --older-than 30d --emotion sad",
            "List the rules": "retention",
            "Remove a rule": "retention --remove 2",
            "Erase expired calls": "purge --due --yes",
        ])

    static func phrase(_ rule: CallRetention) -> String {
        var parts = ["calls"]
        if let emotion = rule.emotion { parts.append("with the emotion \(emotion.rawValue)") }
        if let tag = rule.tag { parts.append("with the tag \(tag)") }
        if let age = rule.age { parts.append("older than \(DurationText.text(age))") }
        return parts.joined(separator: " ")
    }

    static func output(_ rule: CallRetention, number: Int, due: PurgeReport) -> JSONObject {
        [
            "number": number, "olderThanSeconds": rule.age, "emotion": rule.emotion?.rawValue,
            "tag": rule.tag, "dueCalls": due.records,
        ]
    }
}
