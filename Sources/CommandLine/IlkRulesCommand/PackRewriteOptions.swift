import ArgumentParser
import IlkConsole

/// The options of the commands that rewrite pack files.
struct PackRewriteOptions: ParsableArguments {
    @Argument(
        help: "Folders and files of rule packs; - filters standard input.", completion: .file())
    var packs: [String]

    @Flag(help: "Write nothing; list files that would change, exit with 1.")
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
