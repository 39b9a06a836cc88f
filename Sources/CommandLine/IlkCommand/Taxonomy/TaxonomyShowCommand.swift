import ArgumentParser
import Ilk
import IlkConsole
import IlkVocabulary

/// Shows a taxonomy.
struct TaxonomyShowCommand: ParsableCommand, DescribedCommand, OutputArguments {
    static let help = CommandText(
        "show",
        abstract: "Show the labels and settings of a taxonomy.",
        after: TaxonomyCommand.preparation,
        examples: [
            "Show a taxonomy": "ilk taxonomy show weather",
            "Write JSON": "ilk taxonomy show weather --format json",
        ])

    @Argument(help: "The taxonomy.")
    var name: String

    @OptionGroup var output: OutputOptions<ResultFormat>

    func run() throws {
        let console = Console.standard(display)
        let set = try LabelSetCatalog(folders: console.folders).find(name)
        let record = LabelSetRecord(set, console.folders)
        try console.write(record, as: format) { LabelSetPage(record, console).text }
        var assembly = PipelineAssembly(folders: console.folders)
        assembly.use(set)
        do {
            // This throws an error if the model has other labels.
            _ = try assembly.taxonomy(by: try assembly.loadModel())
        } catch {
            console.note(error.description)
        }
    }
}

/// A label set as human-readable text.
struct LabelSetPage {
    /// The lines of the page.
    let text: String

    /// Creates the page of a set.
    ///
    /// - Parameters:
    ///   - record: The set.
    ///   - console: The console, for its width and colors.
    init(_ record: LabelSetRecord, _ console: Console) {
        var fields = FieldList(console)
        fields.add("name", record.name)
        fields.add("title", record.title)
        fields.add("description", record.description)
        fields.add("id", record.id)
        fields.add("origin", record.origin)
        fields.add("file", record.file)
        fields.add("texts have", record.multilabel.map { _ in "any number of labels" })
        fields.add("decided by", record.deciders)
        fields.add("rules", record.rules.joined(separator: ", "))
        fields.add("log", record.hasLog ? record.log : "none yet (\(record.log))")
        fields.add("regression set", record.regressionTexts.map { DecimalText.counted($0, "text") })
        fields.add("redaction", record.redaction.joined(separator: ", "))
        fields.add("default", record.defaultLabel)
        fields.add("unfamiliar", record.unfamiliar)
        fields.add("threshold", record.threshold.map { "\($0)" })
        var table = Table([
            Table.Column("label", tone: .strong), Table.Column("title"), Table.Column("threshold", .right),
            Table.Column("description", minWidth: 20, tone: .faint),
        ])
        for label in record.labels {
            table.add([
                label.key, (label.title ?? "") + (label.isRetired ? " (retired)" : ""),
                record.thresholds[label.key].map { "\($0)" } ?? "", label.description ?? "",
            ])
        }
        for (key, into) in record.merged.sorted(by: { $0.key < $1.key }) {
            table.add([key, "(merged into \(into))", "", ""])
        }
        fields.add(block: table.rendered(console.style, within: console.columns))
        text = fields.rendered
    }
}
