import IlkFiles
import IlkConsole
import IlkMailCommand
import ArgumentParser
import Ilk

/// The options for training on mail.
struct MailTrainingOptions: ParsableArguments {
    @Option("The mail store's file; with --from mail.", value: "file", completion: .file())
    var mailFile: String?

    @Option(help: "What of mail is the label: the folder; --only names those that count. With --from mail.")
    var label: TrainingLabel = .folder

    @Option("Only mail with this label; with --from mail. May be repeated.", value: "label")
    var only: [String] = []

    @Option(
        name: .shortAndLong,
        "With --from mail: the model file. (default: ilk/folders.ilk in the user's data folder, which is replaced)",
        value: OutputFile.valueName, completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    /// `true` if any option is given.
    var isSaid: Bool { mailFile != nil || !only.isEmpty || output != nil || replacing.force }

    /// Returns the destination of the model. Only this command creates the default file, so it may be
    /// replaced.
    func target(_ folders: IlkFolders) throws(CommandError) -> OutputTarget {
        let inputs = OutputTarget.files(ofStore: mailFile ?? folders.mail)
        guard let output else {
            return try OutputTarget(folders.data + "/folders.ilk", isForced: true, inputs: inputs)
        }
        return try output.target(replacing, inputs: inputs)
    }
}
