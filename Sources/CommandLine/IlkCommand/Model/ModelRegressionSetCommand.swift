import ArgumentParser
import Ilk
import IlkConsole
import IlkFiles
import IlkLearning
import IlkVerdictConsole
import IlkVocabulary

/// Stores, shows or deletes the regression set of a taxonomy.
struct ModelRegressionSetCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "regression-set",
        abstract: "Store, show or delete the labeled texts that test new models.",
        discussion: """
            No model is trained on these texts: 'ilk train --name' and 'ilk retrain' leave them out. Both \
            commands compare the new model with the active one on these texts. 'ilk model promote' refuses a \
            version that is significantly less accurate on them.

            The texts are copied into the data folder. Without a file the command shows the set.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Store a set": "ilk model regression-set mine.jsonl --taxonomy weather",
            "Show the set": "ilk model regression-set --taxonomy weather",
            "Delete the set": "ilk model regression-set --remove --yes --taxonomy weather",
        ])

    @Argument(help: "Labeled texts: a file or folder, or - for standard input.", completion: .file())
    var file: String?

    @Flag(help: "Delete the regression set.")
    var remove = false

    @Flag(help: "Replace the stored regression set.")
    var force = false

    @OptionGroup var erasure: ErasureOptions
    @OptionGroup var input: LabeledInputOptions
    @OptionGroup var registry: RegistryOptions

    func validate() throws {
        if remove && (file != nil || force) {
            throw ValidationError("--remove cannot be combined with a file or --force.")
        }
        if erasure.isGiven && !remove { throw ValidationError("--yes and --dry-run require --remove.") }
        if file == nil && (input.isGiven || force) {
            throw ValidationError("--force and options for the format of the texts require a file of texts.")
        }
    }

    func run() throws {
        let console = Console.standard(registry.display)
        let set = try LabelSetCatalog(folders: console.folders).find(registry.taxonomy)
        let known = try RegressionSet.read(of: set, console.folders)
        if remove { return try remove(known, of: set, console) }
        guard let file else {
            let text = known.map(Self.summary) ?? "\(set.name) has no regression set."
            console.output.append(VisibleText.oneLine(text) + "\n")
            return try console.output.flush()
        }
        guard known == nil || force else {
            throw CommandError(
                .cannotCreate, "the taxonomy \(set.name) already has a regression set",
                hint: "replace it with --force")
        }
        let texts = try LabeledInput.read(
            [file], settings: input.settings, labels: set.isMultilabel ? .any : .one, console: console)
        try store(texts, for: set, console)
    }

    private func store(_ input: LabeledInput, for set: LabelSet, _ console: Console) throws {
        var texts = input.texts
        let ignored = try ModelRegistration.relabel(&texts, by: set)
        if ignored > 0 { console.note(RegistrationPhrases.ignored(ignored)) }
        guard !texts.isEmpty else { throw input.noTexts(to: "store") }
        let regression = RegressionSet(Self.stored(input.texts, by: set))
        let path = try regression.write(taxonomy: set.name, console.folders)
        let duplicates = texts.count - regression.texts.count
        if duplicates > 0 { console.note("left out \(DecimalText.counted(duplicates, "duplicate"))") }
        console.note("Stored \(Self.summary(regression.labeled(by: set))) in \(path).")
        if input.skippedLines > 0 { throw CommandError(.partlyDone, "") }
    }

    /// Returns the texts that have a label in use or no label. They keep their retired labels, because a label
    /// can be restored.
    private static func stored(_ texts: [LabeledText], by set: LabelSet) -> [LabeledText] {
        let retired = set.retired
        return texts.compactMap { text in
            var text = text
            set.relabel(&text)
            let labels = text.categories
            return labels.isEmpty || !labels.allSatisfy(retired.contains) ? text : nil
        }
    }

    private func remove(_ known: RegressionSet?, of set: LabelSet, _ console: Console) throws {
        guard let known else { return console.note("\(set.name) has no regression set.") }
        let what = "the regression set of \(set.name): \(Self.summary(known))"
        guard try erasure.permission.allows("delete", what, console) else { return }
        try RegressionSet.remove(taxonomy: set.name, console.folders)
        console.note("Deleted \(what).")
    }

    /// The number of texts by label.
    private static func summary(_ set: RegressionSet) -> String {
        var counts: [IlkVocabulary.Category: Int] = [:]
        for category in set.texts.flatMap(\.categories) { counts[category, default: 0] += 1 }
        let labels = counts.sorted { $0.key < $1.key }
        let listed = labels.prefix(20).map { "\($0.key) \(DecimalText.grouped($0.value))" }
        let rest = labels.count > listed.count ? ", ..." : ""
        return "\(DecimalText.counted(set.texts.count, "text")) (\(listed.joined(separator: ", "))\(rest))"
    }
}
