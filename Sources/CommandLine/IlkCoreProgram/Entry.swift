import IlkCommand

/// The program `ilk-core`: classification, training, the log, models and rules.
@main enum Entry {
    @MainActor static func main() async { await Program<CoreEdition>.main() }
}
