import IlkConsole
import ArgumentParser
import Ilk

/// Where mail is.
struct MailPlaceOptions: StoreFileOptions {
    @Option(
        help: ArgumentHelp(
            "The mail store's file. (default: ilk/mail.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var mailFile: String?

    var file: String? { mailFile }

    /// The files of the store, which no output replaces.
    func files(_ folders: IlkFolders) -> [String] {
        OutputTarget.files(ofStore: mailFile ?? folders.mail)
    }
}
