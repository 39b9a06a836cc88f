package import ArgumentParser
package import IlkStore
import IlkVocabulary

/// An application whose store has retention rules.
package protocol RetentionApplication: StoreApplication where Records: RetainingStore {
    /// The options that describe a new rule.
    associatedtype RuleOptions: OptionalSelection
    where RuleOptions.Application == Self, RuleOptions.Selection == Records.Retention
    /// The JSON representation of a rule.
    associatedtype RuleOutput: Encodable

    static var retentionText: CommandText { get }
    /// Returns a description of the records that expire under a rule, such as `entries older than 30 days`.
    static func phrase(_ rule: Records.Retention) -> String
    /// Returns the JSON representation of a rule.
    static func output(_ rule: Records.Retention, number: Int, due: PurgeReport) -> RuleOutput
}

/// Lists, adds and removes retention rules.
package struct RetentionCommand<Application: RetentionApplication>: AsyncParsableCommand, DescribedCommand,
    OutputArguments
{
    package static var help: CommandText { Application.retentionText }

    @OptionGroup package var place: Application.FileOptions

    @OptionGroup package var rule: Application.RuleOptions

    @Option("Delete the rule that the list shows under this number.", value: "number")
    package var remove: Int?

    @OptionGroup package var output: OutputOptions<ResultFormat>

    package func validate() throws {
        if remove != nil && !rule.isEmpty {
            throw ValidationError("--remove cannot be combined with other rule options.")
        }
    }

    package func run() async throws {
        let isRead = remove == nil && rule.isEmpty
        let console = Console.standard(display)
        Application.noteOthers(place.settings, console)
        let open = try OpenStore<Application>.openForReading(
            place.settings, console, access: isRead ? .readOnly : .readWrite)
        let added = rule.isEmpty ? nil : try await rule.selection(in: open)
        try await open.changeRetention(adding: added, removing: remove, format)
        try open.close()
    }

    package init() {}
}

extension OpenStore where Application: RetentionApplication {
    /// Changes the retention rules, and lists them.
    ///
    /// - Parameter number: The number of the rule to remove.
    /// - Throws: `usage` if no rule has the number, and errors of the store.
    fileprivate func changeRetention(
        adding added: Application.Records.Retention?, removing number: Int?, _ format: ResultFormat
    ) async throws {
        var rules = try await store.retention()
        if let added, !rules.contains(added) { rules.append(added) }
        if let number {
            guard rules.indices.contains(number - 1) else {
                throw CommandError(
                    .usage, "no retention rule has the number \(number)",
                    hint: "list the rules with: ilk \(Application.name) retention\(fileOption)")
            }
            rules.remove(at: number - 1)
        }
        if added != nil || number != nil { try await store.setRetention(rules) }
        try await list(rules, format)
    }

    private func list(_ rules: [Application.Records.Retention], _ format: ResultFormat) async throws {
        var reports: [PurgeReport] = []
        for rule in rules { reports.append(try await store.preview(of: rule.purge(now: now))) }
        let numbered = zip(rules, reports).enumerated()
        guard format == .text else {
            return try console.write(
                json: numbered.map { Application.output($1.0, number: $0 + 1, due: $1.1) })
        }
        if rules.isEmpty { console.output.append("No retention rules. Everything is kept.\n") }
        for (place, (rule, report)) in numbered {
            let due = report.records == 0 ? "none" : DecimalText.grouped(report.records)
            let phrase = VisibleText.oneLine(Application.phrase(rule))
            console.output.append("\(place + 1). erase \(phrase); expired now: \(due)\n")
        }
        if reports.contains(where: { $0.records > 0 }) {
            console.note(
                "erase expired \(Application.words.records) with: ilk \(Application.name) purge --due"
                    + fileOption)
        }
    }
}
