import ArgumentParser

/// What of mail is learned.
struct MailTrainingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The mail store's file; with --from mail.", valueName: "file"), completion: .file()
    )
    var mailFile: String?

    @Option(help: "What of mail is the label: the folder; --only names those that count. With --from mail.")
    var label: MailLabelChoice = .folder

    @Option(
        help: ArgumentHelp(
            "Only mail with this label; with --from mail. May be repeated.", valueName: "label"))
    var only: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where the model of folders goes; with --from mail. (default: ilk/folders.ilk in the user's data folder)",
            valueName: "file"), completion: .file())
    var output: String?

    /// Whether any of it was said.
    var isSaid: Bool { mailFile != nil || !only.isEmpty || output != nil }
}
