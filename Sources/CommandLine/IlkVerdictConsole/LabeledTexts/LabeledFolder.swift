import FoundationEssentials
import IlkVocabulary
import Glibc
import IlkConsole
import IlkFiles
import IlkFraming
import IlkLearning

/// A folder with a subfolder for each label. A subfolder contains a file for each text with its label.
///
/// Hidden files are skipped. Symbolic links are not followed.
struct LabeledFolder {
    /// The file of a text, and the label of the text.
    struct File {
        var path: String
        var label: String
    }

    /// The files, sorted by label and name.
    private(set) var files: [File] = []
    /// Entries of the subfolders that are neither files nor links.
    private(set) var problems: [(place: LabeledPlace, reason: String)] = []
    /// Messages about skipped entries.
    private(set) var remarks: [String] = []

    /// Lists the files.
    ///
    /// - Throws: `noInput` if a folder cannot be read, or `badInput` if the folder has no subfolders.
    init(_ path: String) throws(CommandError) {
        var links = 0
        var loose = 0
        var labels = 0
        for name in try Self.names(in: path) {
            let folder = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            switch Self.type(of: folder) {
            case S_IFLNK: links += 1
            case S_IFDIR:
                labels += 1
                try addFiles(of: folder, label: name, &links)
            default: loose += 1
            }
        }
        guard labels > 0 else {
            throw CommandError(
                .badInput, "the folder has no subfolders; expected one for each label", at: path,
                hint: "if each line of the files has a label, specify the files")
        }
        if loose > 0 {
            remarks.append(
                "\(path): ignored \(DecimalText.counted(loose, "file")) outside the folders of labels")
        }
        if links > 0 { remarks.append("\(path): skipped \(DecimalText.counted(links, "symbolic link"))") }
    }

    private mutating func addFiles(of folder: String, label: String, _ links: inout Int) throws(CommandError)
    {
        for name in try Self.names(in: folder) {
            let path = "\(folder)/\(name)"
            switch Self.type(of: path) {
            case S_IFREG: files.append(File(path: path, label: label))
            case S_IFLNK: links += 1
            case S_IFDIR:
                problems.append((LabeledPlace(name: path, unit: .file), "a folder; expected a text file"))
            default:
                problems.append(
                    (LabeledPlace(name: path, unit: .file), "not a regular file; expected a text file"))
            }
        }
    }

    /// Returns the names in a folder that are not hidden, sorted.
    private static func names(in folder: String) throws(CommandError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
                .sorted()
        } catch {
            throw CommandError(
                .noInput, "cannot read the folder\(SystemError.reason(opening: folder))", at: folder,
                hint: "check the name and the permissions")
        }
    }

    /// Returns the type bits of a file's mode, 0 if the file no longer exists.
    private static func type(of path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    /// Returns the content of a file as a text. A byte order mark and a final line break are not part of the
    /// text.
    static func text(_ bytes: [UInt8]) -> Result<String, LabeledTextProblem> {
        let start = ByteOrderMark.length(in: bytes)
        var end = bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\n") {
            end -= 1
            if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        }
        if let text = String(validating: bytes[start..<end], as: UTF8.self) { return .success(text) }
        let valid = bytes.withUnsafeBufferPointer { UTF8Repair.validPrefix(of: $0) }
        let line = 1 + bytes[..<valid].count { $0 == UInt8(ascii: "\n") }
        let lineStart = bytes[..<valid].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return .failure(.notUTF8(line: line, column: valid - lineStart + 1))
    }
}
