import ArgumentParser

/// Which mail.
struct MailFileOptions: ParsableArguments {
    @OptionGroup var place: MailPlaceOptions

    @Option(help: ArgumentHelp("Only mail of this account. (default: all)", valueName: "address"))
    var account: String?

    /// Where it is.
    var mailFile: String? { place.mailFile }
}
