import IlkFiles
import IlkConsole
import IlkMailCommand
import ArgumentParser
import Ilk

/// The options for training on mail.
struct MailTrainingOptions: ParsableArguments {
    @Option("With --from mail: the mail store.", value: "file", completion: .file())
    var mailFile: String?

    @Option(help: "With --from mail: the type of labels to learn.")
    var label: TrainingLabel = .folder

    @Option("With --from mail: learn only this mail label. Repeatable.", value: "label")
    var only: [String] = []

    @Option(
        name: .shortAndLong,
        "With --from mail: the model to write. (default: folders.ilk)",
        value: OutputFile.valueName, completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    /// `true` if any option is given.
    var isSaid: Bool { mailFile != nil || label != .folder || isOfFile }

    /// `true` if an option for a model file is given.
    private var isOfFile: Bool { !only.isEmpty || output != nil || replacing.force }

    func validate() throws {
        if label == .category && isOfFile {
            throw ValidationError("--only, --output and --force require '--label folder'.")
        }
    }

    /// Returns the destination of the model. The default file `folders.ilk` is replaced even without
    /// `--force`, because only this command creates it.
    func target(_ folders: IlkFolders) throws(CommandError) -> OutputTarget {
        let inputs = OutputTarget.files(ofStore: mailFile ?? folders.mail)
        guard let output else {
            return try OutputTarget(folders.data + "/folders.ilk", isForced: true, inputs: inputs)
        }
        return try output.target(isForced: replacing.force, inputs: inputs)
    }
}
