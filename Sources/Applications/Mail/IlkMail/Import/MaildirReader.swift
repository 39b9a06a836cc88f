import FoundationEssentials
import Glibc
import IlkStore

/// The messages of a Maildir and of the folders within it (Maildir++): whatever is a regular file in `new` and `cur`.
/// Symbolic links are not followed, other files not opened; what was renamed meanwhile is looked for by its unique name.
public final class MaildirReader {
    /// A file of the Maildir.
    public struct Entry: Sendable, Hashable {
        /// Where it is.
        public var path: String
        /// Its folder: empty for the Maildir itself, as `Lists.ilk` for others.
        public var folder: String
        /// The letters behind `:2,`.
        public var flags: String
    }

    /// The files, in the order of their folders and names.
    public private(set) var entries: [Entry] = []
    /// What is no regular file, or cannot be listed.
    public private(set) var refusals: [MailImportReport.Remark] = []

    /// Whether a folder is a Maildir.
    public static func isMaildir(_ path: String) -> Bool {
        ["cur", "new"].contains { Self.kind("\(path)/\($0)") == S_IFDIR }
    }

    /// Lists a Maildir.
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
                    refusals.append(.init(path: file, offset: 0, reason: "it is no regular file"))
                    continue
                }
                entries.append(Entry(path: file, folder: folder, flags: Self.flags(of: name)))
            }
        }
    }

    private func list(_ path: String) -> [String] {
        if let names = Self.names(in: path) { return names }
        refusals.append(.init(path: path, offset: 0, reason: String(cString: strerror(errno))))
        return []
    }

    /// The names in a folder, in ascending order; `nil` with `errno` set if it cannot be listed.
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

    /// A file's bytes; of one longer than the limit its beginning.
    ///
    /// - Throws: `StoreError` when it cannot be read, also under another name.
    public static func bytes(of entry: Entry, most: Int = MailboxReader.mostBytes) throws -> (
        bytes: [UInt8], isCut: Bool
    ) {
        var descriptor = open(entry.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT, let path = renamed(entry.path) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        guard descriptor >= 0 else {
            throw StoreError(
                code: errno == EACCES ? .noPermission : .missing, path: entry.path,
                detail: "it cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(code: .missing, path: entry.path, detail: "it is no regular file")
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

    /// Where a file is now that got other flags, or went from `new` to `cur`, since it was listed.
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
