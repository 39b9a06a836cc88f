package import ArgumentParser
import IlkConsole

/// The options for the pages of `ilk serve`.
package struct ServePageOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Serve pages for people at /ui.")
    package var pages = true

    @Flag(help: "Print a one-time sign-in link for the pages.")
    package var openPage = false

    @Option(
        "Folder whose files replace files of the pages at /ui.", value: "folder", completion: .directory)
    package var pageFiles: String?

    package init() {}

    package func validate() throws {
        if !pages && (openPage || pageFiles != nil) {
            throw ValidationError("--open-page and --page-files cannot be combined with --no-pages.")
        }
    }
}
