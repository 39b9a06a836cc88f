import ArgumentParser
import IlkVocabulary
import Glibc
import IlkConsole
package import IlkLearning

/// The format of labeled texts, a value of `--input-format`.
package enum LabeledInputFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// JSON Lines.
    case jsonl
    /// CSV with a header row.
    case csv
    /// Fields between tabs, without quotes.
    case tsv
    /// Lines with `__label__NAME` and words.
    case fasttext
    /// A folder for each label, with a file for each text.
    case folder
    /// A mailbox for each label.
    case mbox

    /// The format of the bytes of one file, or `nil` for folders and mailboxes.
    package var ofFile: LabeledTextFormat? { LabeledTextFormat(rawValue: rawValue) }

    /// `true` if the records have named fields.
    var hasFields: Bool { self == .jsonl || self == .csv || self == .tsv }

    /// Returns the format that the name of a file or folder implies, or `nil` if it implies none.
    static func recognized(path: String) -> LabeledInputFormat? {
        if isFolder(path) { return .folder }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "jsonl", "ndjson": return .jsonl
        case "csv": return .csv
        case "tsv", "tab": return .tsv
        case "mbox", "mbx": return .mbox
        default: return nil
        }
    }

    /// Returns the format that the first bytes of a file imply. JSON Lines and fastText are unmistakable, so
    /// they override the name.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - named: The format that the name implies, or `nil`.
    static func recognized(bytes: [UInt8], named: LabeledInputFormat?) -> LabeledInputFormat {
        let mark = ByteOrderMark.length(in: bytes)
        let start = bytes[mark...].first { $0 > 0x20 }
        if start == UInt8(ascii: "{") { return .jsonl }
        if bytes[mark...].starts(with: "__label__".utf8) { return .fasttext }
        if let named { return named }
        if bytes.starts(with: "From ".utf8) { return .mbox }
        let line = bytes[mark...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return RecordFileFormat.table(header: line).flatMap { Self(rawValue: $0.lowercased()) } ?? .jsonl
    }

    /// Returns `true` for a folder, and for a symbolic link to one.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
