import ArgumentParser
import IlkConsole

/// The options of the commands that rewrite pack files.
struct PackRewriteOptions: ParsableArguments {
    @Argument(
        help: "Folders or files to rewrite; - reads stdin, writes stdout.", completion: .file())
    var packs: [String]

    @Flag(help: "Only list the files that would change; exit with 1 if any.")
    var check = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if packs.contains("-"), packs.count > 1 {
            throw ValidationError("- (standard input) cannot be combined with other files.")
        }
    }

    /// Returns the operation with the settings of the options.
    func rewriting(_ operation: PackRewriting.Operation) -> PackRewriting {
        PackRewriting(operation: operation, isCheck: check, console: .standard(display))
    }
}
