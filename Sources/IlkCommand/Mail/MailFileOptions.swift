import ArgumentParser

/// Where mail is.
struct MailFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mail store's file. (default: ilk/mail.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var mailFile: String?

    @Option(help: ArgumentHelp("Only mail of this account. (default: all)", valueName: "address"))
    var account: String?
}
