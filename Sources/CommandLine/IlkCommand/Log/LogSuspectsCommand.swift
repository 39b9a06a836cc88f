import Ilk
import IlkVocabulary
import IlkLog
import ArgumentParser
import IlkConsole
import IlkVerdictConsole
import IlkLearning

/// Lists label issues among corrections.
struct LogSuspectsCommand: StoreCommand, OutputArguments {
    static let help = LogApplication.text(
        "suspects",
        abstract: "List corrections that may be mistakes.",
        discussion: """
            Each corrected text is classified by a model that is trained on the other corrections. If that \
            model predicts another label, the correction is a mistake or the text is ambiguous. Check the \
            text, and correct the entry again if its label is wrong. The list is useful from a few dozen \
            corrections on.
            """,
        examples: [
            "Correct an entry": "correct -1 message",
            "List label issues": "suspects",
        ])

    @OptionGroup var place: LogStoreOptions

    @Option(count: "The maximum number of corrections to list.")
    var limit: Int = 20

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run(on open: OpenStore<LogApplication>) async throws {
        try await open.showLabelIssues(limit: limit, as: output.format)
    }
}

extension OpenStore<LogApplication> {
    /// Lists the corrections that contradict a model trained on the other corrections.
    func showLabelIssues(limit: Int, as format: OutputFormat) async throws {
        let set = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        try set?.requireOneLabel(for: "ilk log suspects")
        let texts = try await store.correctedTexts()
        guard Set(texts.map(\.labeled.category)).count > 1 else {
            console.note("Too few corrections: corrections with at least two different labels are required.")
            if format == .json { try console.write(json: [JSONObject]()) }
            return try console.output.flush()
        }
        let found = try LabelIssues(among: texts.map(\.labeled), taxonomy: store.taxonomy) { _ in
            try console.checkStop()
        }
        let shown = found.issues.prefix(limit)
        try console.write(
            records: shown.map { suspect in
                let (id, labeled) = texts[suspect.index]
                var fields = suspect.fields(text: labeled.text)
                (fields["id"], fields["author"]) = (id.description, labeled.source ?? "")
                return fields
            }, as: format
        ) {
            let head =
                "\(DecimalText.grouped(found.issues.count)) of \(DecimalText.grouped(found.texts)) corrections contradict "
                + "a model trained on the other corrections\n"
            guard !shown.isEmpty else { return head }
            let rows = shown.map { suspect in
                let (id, labeled) = texts[suspect.index]
                return (
                    [
                        String(id.description.suffix(8)), suspect.label.rawValue, suspect.category.rawValue,
                        DecimalText.fixed(suspect.probability, 2), labeled.source ?? "",
                    ], VisibleText.beginning(of: labeled.text, columns: console.columns)
                )
            }
            return head + "\n"
                + LabelIssueList.table(
                    ["id", "label", "predicted", "p", "author"], rows, minWidth: 8, console
                ).rendered(console.style)
        }
    }
}
