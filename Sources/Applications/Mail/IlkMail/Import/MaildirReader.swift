import FoundationEssentials
import Glibc
import IlkStore

/// Lists the messages of a Maildir and its folders (Maildir++): the regular files in `new` and `cur`.
/// Symbolic links are not followed. If a file is renamed after it was listed, the reader finds the file by
/// the unique part of its name.
public final class MaildirReader {
    /// A file of a Maildir.
    public struct Entry: Sendable, Hashable {
        /// The path of the file.
        public var path: String
        /// The folder of the Maildir, for example `Lists.ilk`. Empty if the file is in the Maildir itself.
        public var folder: String
        /// The flags of the message: the letters after `:2,` in the name of the file.
        public var flags: String
    }

    /// The files of the messages, sorted by folder and name.
    public private(set) var entries: [Entry] = []
    /// The errors: files that are not regular files, and directories that cannot be listed.
    public private(set) var errors: [MailImportReport.Remark] = []

    /// Returns `true` if a directory contains the directory `cur` or `new`.
    ///
    /// - Parameter path: The directory.
    public static func isMaildir(_ path: String) -> Bool {
        ["cur", "new"].contains { Self.kind("\(path)/\($0)") == S_IFDIR }
    }

    /// Lists a Maildir. Errors are collected in ``errors``.
    ///
    /// - Parameter path: The directory.
    /// - Complexity: O(*n* log *n*) in the number of files.
    public init(_ path: String) {
        list(path, folder: "")
        for name in list(path) where name.hasPrefix(".") && name != "." && name != ".." {
            let folder = "\(path)/\(name)"
            guard Self.kind(folder) == S_IFDIR, Self.isMaildir(folder) else { continue }
            list(folder, folder: String(name.dropFirst()))
        }
    }

    private func list(_ path: String, folder: String) {
        for part in ["cur", "new"] {
            let place = "\(path)/\(part)"
            guard Self.kind(place) == S_IFDIR else { continue }
            for name in list(place) where !name.hasPrefix(".") {
                let file = "\(place)/\(name)"
                guard Self.kind(file) == S_IFREG else {
                    errors.append(.init(path: file, offset: 0, reason: "not a regular file"))
                    continue
                }
                entries.append(Entry(path: file, folder: folder, flags: Self.flags(of: name)))
            }
        }
    }

    private func list(_ path: String) -> [String] {
        if let names = Self.names(in: path) { return names }
        errors.append(.init(path: path, offset: 0, reason: String(cString: strerror(errno))))
        return []
    }

    /// Returns the sorted names in a directory. Returns `nil` and sets `errno` if the directory cannot be
    /// listed.
    private static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }

    private static func kind(_ path: String) -> mode_t? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }

    private static func flags(of name: String) -> String {
        guard let mark = name.lastIndex(of: ":"), name[mark...].hasPrefix(":2,") else { return "" }
        return String(name[mark...].dropFirst(3))
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - entry: The file.
    ///   - most: The size limit in bytes. Only the beginning of a longer file is read.
    /// - Returns: The bytes, and `true` if the file exceeds the limit.
    /// - Throws: `StoreError` if the file can be read neither under its listed name nor under a new name.
    /// - Complexity: O(*n*) in the size of the file.
    public static func bytes(of entry: Entry, most: Int = MailboxReader.maximumMessageSize) throws -> (
        bytes: [UInt8], isCut: Bool
    ) {
        var descriptor = open(entry.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT, let path = renamed(entry.path) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        guard descriptor >= 0 else {
            throw StoreError(
                code: errno == EACCES ? .noPermission : .missing, path: entry.path,
                detail: "cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(code: .missing, path: entry.path, detail: "not a regular file")
        }
        let wanted = min(Int(facts.st_size), most)
        var bytes = [UInt8](repeating: 0, count: wanted)
        var count = 0
        while count < wanted {
            let got = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: count), wanted - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        bytes.removeLast(wanted - count)
        return (bytes, Int(facts.st_size) > most)
    }

    /// Returns the new path of a file that was renamed after it was listed, because its flags changed or
    /// because it moved from `new` to `cur`.
    private static func renamed(_ path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, let name = parts.last else { return nil }
        let unique = name.prefix { $0 != ":" }
        let folder = parts.dropLast(2).joined(separator: "/")
        for part in ["cur", "new"] {
            let names = names(in: "\(folder)/\(part)") ?? []
            let found = names.first { $0.prefix { $0 != ":" } == unique }
            if let found { return "\(folder)/\(part)/\(found)" }
        }
        return nil
    }
}
