package import IlkConsole
package import IlkDebugStore
public import ArgumentParser
import Ilk
public import IlkVocabulary

extension LogSource: ExpressibleByArgument {}
extension LogLevel: ExpressibleByArgument {}

package struct DebugFileOptions: StoreFileOptions {
    @Option(
        "The debug store. (default: debug.sqlite in the data folder)", value: "file",
        completion: .file())
    package var debugFile: String?

    package var file: String? { debugFile }

    /// Opens the store and updates its search index.
    package func openIndexed(_ console: Console) async throws -> DebugLogStore {
        try await DebugApplication.openIndexed(file, console)
    }

    package init() {}
}
