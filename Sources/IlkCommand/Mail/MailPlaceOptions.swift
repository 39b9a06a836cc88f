import ArgumentParser

/// Where mail is.
struct MailPlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mail store's file. (default: ilk/mail.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var mailFile: String?
}
