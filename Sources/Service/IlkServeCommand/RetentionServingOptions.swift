package import ArgumentParser
import IlkConsole

/// The options for the retention rules that a server applies.
package struct RetentionServingOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Erase records that expire under the retention rules.")
    package var retention = true

    @Option(
        "The call store to read and erase from. (default: calls.sqlite)", value: "file", completion: .file())
    package var callsFile: String?

    @Option(
        "The usage store to read and erase from. (default: usage.sqlite)", value: "file", completion: .file())
    package var usageFile: String?

    package init() {}

    package func validate() throws {
        if !retention && (callsFile != nil || usageFile != nil) {
            throw ValidationError("--calls-file and --usage-file require --retention.")
        }
    }
}
