import ArgumentParser

/// Which rule packs a command is about.
struct RulePackOptions: ParsableArguments {
    @Argument(
        help:
            "Folders or files of rule packs. (default: rules, where there is such a folder, else the built-in ones)",
        completion: .directory)
    var packs: [String] = []

    @Option(
        help: ArgumentHelp("The rules are for the categories of this model.", valueName: "file"),
        completion: .file())
    var model: String?
}
