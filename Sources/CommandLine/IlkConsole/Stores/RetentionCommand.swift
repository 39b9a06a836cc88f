package import ArgumentParser
package import IlkStore

/// An application whose store has retention rules.
package protocol RetentionApplication: StoreApplication where Records: RetainingStore {
    /// The options that describe a new rule.
    associatedtype RuleOptions: RetentionRuleOptions
    /// The JSON representation of a rule.
    associatedtype RuleOutput: Encodable

    static var retentionText: CommandText { get }
    /// Returns the rule that options describe.
    static func rule(_ options: RuleOptions, of store: Records) throws -> Records.Retention
    /// Returns a description of the records that expire under a rule, such as `entries older than 30 days`.
    static func phrase(_ rule: Records.Retention) -> String
    /// Returns the JSON representation of a rule.
    static func output(_ rule: Records.Retention, number: Int, due: PurgeReport) -> RuleOutput
}

/// The options that describe a new rule.
package protocol RetentionRuleOptions: ParsableArguments {
    /// `true` if no option is given.
    var isEmpty: Bool { get }
}

/// Lists, adds and removes retention rules.
package struct RetentionCommand<Application: RetentionApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText { Application.retentionText }

    @OptionGroup package var place: Application.FileOptions

    @OptionGroup package var rule: Application.RuleOptions

    @Option("Delete the rule with this number in the list.", value: "number")
    package var remove: Int?

    @Option(help: "The output format.")
    package var format: ResultFormat = .text

    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        if remove != nil && !rule.isEmpty {
            throw ValidationError("--remove cannot be combined with other rule options.")
        }
    }

    package func run() async throws {
        try await StoreRetention<Application>(
            rule: rule, removed: remove, format: format, place: place, console: .standard(display)
        ).run()
    }

    package init() {}
}

/// A change to the retention rules, followed by a list of them.
package struct StoreRetention<Application: RetentionApplication> {
    /// The description of the rule to add.
    package let rule: Application.RuleOptions
    /// The number of the rule to remove.
    package let removed: Int?
    /// The format of the list.
    package let format: ResultFormat
    package let place: Application.FileOptions
    package let console: Console

    /// Changes and lists the rules.
    ///
    /// - Throws: `usage` if no rule has the number, and errors of the store.
    package func run() async throws {
        let changes = removed != nil || !rule.isEmpty
        let open: OpenStore<Application> =
            try changes ? .openForWriting(place, console) : .openForReading(place, console)
        var rules = try await open.store.retention()
        if !rule.isEmpty {
            let rule = try Application.rule(rule, of: open.store)
            if !rules.contains(rule) { rules.append(rule) }
        }
        if let removed {
            guard rules.indices.contains(removed - 1) else {
                throw CommandError(
                    .usage, "no rule \(removed)",
                    hint: "list the rules with: ilk \(Application.name) retention")
            }
            rules.remove(at: removed - 1)
        }
        if changes { try await open.store.setRetention(rules) }
        try await list(rules, of: open)
        try open.close()
    }

    private func list(_ rules: [Application.Records.Retention], of open: OpenStore<Application>) async throws
    {
        var reports: [PurgeReport] = []
        for rule in rules { reports.append(try await open.store.preview(of: rule.purge(now: open.now))) }
        let numbered = zip(rules, reports).enumerated()
        guard format == .text else {
            return try console.write(
                json: numbered.map { Application.output($1.0, number: $0 + 1, due: $1.1) })
        }
        if rules.isEmpty { console.output.append("No retention rules. Everything is kept.\n") }
        for (place, (rule, report)) in numbered {
            let due = report.records == 0 ? "none" : DecimalText.grouped(report.records)
            let phrase = VisibleText.oneLine(Application.phrase(rule))
            console.output.append("\(place + 1). not kept: \(phrase); due now: \(due)\n")
        }
        if reports.contains(where: { $0.records > 0 }) {
            console.note("purge due \(Application.words.records) with: ilk \(Application.name) purge --due")
        }
    }
}
