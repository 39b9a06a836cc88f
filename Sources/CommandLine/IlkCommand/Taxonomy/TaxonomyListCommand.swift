import IlkVocabulary
import ArgumentParser
import Ilk
import IlkConsole

/// Lists the taxonomies.
struct TaxonomyListCommand: ParsableCommand, DescribedCommand, OutputArguments {
    static let help = CommandText(
        "ls",
        abstract: "List the taxonomies.",
        after: TaxonomyCommand.preparation,
        examples: [
            "List all": "ilk taxonomy ls",
            "Write JSON": "ilk taxonomy ls --format json",
        ])

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run() throws {
        try LabelSetList(console: .standard(display)).write(as: format)
    }
}

/// The list of all taxonomies.
struct LabelSetList {
    let console: Console

    /// Writes the list, and the problems of files that cannot be used.
    func write(as format: OutputFormat) throws {
        let contents = try LabelSetCatalog(folders: console.folders).all()
        let records = contents.sets.map { LabelSetRecord($0, console.folders) }
        try console.write(records: records, as: format) {
            var table = Table([
                Table.Column("name", tone: .strong), Table.Column("origin", dispensability: 2),
                Table.Column("decided by", dispensability: 3), Table.Column("log", dispensability: 1),
                Table.Column("labels", minWidth: 20),
            ])
            for record in records {
                table.add([
                    record.name, record.origin, record.deciders, record.hasLog ? "yes" : "",
                    record.labelList,
                ])
            }
            return table.rendered(console.style, within: console.columns)
        }
        for problem in contents.problems {
            // The errors of a file have several lines each: the first line names the file and the first error.
            let line = problem.description.prefix { $0 != "\n" }
            console.note("\(line)\(problem.hint.map { "; \($0)" } ?? "")")
        }
    }
}
