package import ArgumentParser
import Ilk
package import IlkConsole
package import IlkFiles
import IlkVocabulary

/// The log of a command: a file, or the log of a taxonomy.
package struct LogStoreOptions: StoreFileOptions {
    @OptionGroup package var logging: LogFileOptions

    @Option("Use the log of this taxonomy. (default: doctype)", value: "name")
    package var taxonomy: TaxonomyName?

    package var file: String? {
        logging.logFile ?? taxonomy.map { LogFiles.path(taxonomy: $0.name, .ofProcess) }
    }

    package func validate() throws {
        if logging.logFile != nil && taxonomy != nil {
            throw ValidationError("--log-file and --taxonomy cannot be combined.")
        }
    }

    package init() {}
}

extension IlkFolders {
    /// The user's folders, from the environment of this process.
    package static var ofProcess: IlkFolders {
        IlkFolders(environment: CommandEnvironment.current.environment)
    }
}
