import FoundationEssentials
import Glibc
import IlkFiles
import IlkVocabulary

/// An input that the user names.
package enum InputFile: Hashable, Sendable {
    case standardInput
    case path(String)

    /// Returns the inputs that arguments name. `-` and an empty list mean standard input.
    package static func named(_ arguments: [String]) -> [InputFile] {
        arguments.isEmpty ? [.standardInput] : arguments.map { $0 == "-" ? .standardInput : .path($0) }
    }

    /// The name of the input in messages.
    package var name: String {
        switch self {
        case .standardInput: "standard input"
        case .path(let path): path
        }
    }

    /// Opens the input.
    ///
    /// - Throws: `noInput` if the input does not exist, is not readable, or is a directory.
    package func open(stop: StopFlag) throws(CommandError) -> InputReader {
        switch self {
        case .standardInput:
            return InputReader(
                descriptor: CommandEnvironment.current.input, name: name, stop: stop, closes: false)
        case .path(let path):
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let error = SystemError.last
                if error.number == ENOENT { throw Self.missing(path) }
                throw CommandError(
                    .noInput, "cannot read: \(error.words)", at: path, hint: "check the permissions")
            }
            let reader = InputReader(descriptor: descriptor, name: name, stop: stop, closes: true)
            if isDirectory(descriptor) { throw Self.directory(path) }
            return reader
        }
    }

    /// Returns the error for a directory in place of a file.
    package static func directory(_ name: String) -> CommandError {
        CommandError(.noInput, "cannot read: is a directory", at: name, hint: "specify the files in it")
    }

    /// Returns the error for a file that does not exist. The hint is a file with a similar name in the same
    /// folder, if there is one.
    package static func missing(_ path: String) -> CommandError {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let place = folder.isEmpty ? "." : folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []  // Only for the hint.
        let meant = Suggestion.nearest(to: String(path.dropFirst(folder.count)), among: names.sorted())
        return CommandError(
            .noInput, "cannot read: \(SystemError(ENOENT).words)", at: path,
            hint: meant.map { "did you mean '\(folder)\($0)'?" } ?? "check the path")
    }

    private func isDirectory(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
