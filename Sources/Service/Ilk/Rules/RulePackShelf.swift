package import FoundationEssentials
import Glibc
package import IlkFiles
package import IlkVocabulary

/// The rule packs of a taxonomy that programs can change: files in the folder of the user's rules. Every
/// version of a pack is kept in a hidden folder next to the packs.
package struct RulePackShelf: Sendable {
    /// A change of a pack.
    package struct Change: Codable, Sendable {
        /// The number of the version, from 1.
        package let version: Int
        /// The time, ISO 8601.
        package let time: String
        /// The author, or `nil` if the file was changed by other means.
        package let author: String?
        package let reason: String?
        /// The SHA-256 digest of the file, or `nil` if the pack was removed.
        package let digest: String?
    }

    /// The folder of the packs.
    package let folder: String

    /// - Parameters:
    ///   - taxonomy: The name of the taxonomy.
    ///   - folders: The user's folders.
    /// - Returns: `nil` if the environment names no folder for the user's rules.
    package init?(taxonomy: String, _ folders: IlkFolders) {
        guard let folder = folders.rules(taxonomy: taxonomy) else { return nil }
        self.folder = folder
    }

    /// Returns `true` for a name that begins with a letter and has at most 64 lowercase letters, digits and
    /// hyphens.
    package static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (1...64).contains(bytes.count), bytes[0].isASCIILowercase else { return false }
        return bytes.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }

    /// Returns the file of a pack.
    package func path(of name: String) -> String { "\(folder)/\(name).yaml" }

    /// Returns the name of the pack in a file, or `nil` if the file is not in the folder.
    package func name(ofFile path: String) -> String? {
        guard path.hasPrefix(folder + "/"), path.hasSuffix(".yaml") else { return nil }
        let name = String(path.dropFirst(folder.count + 1).dropLast(".yaml".count))
        return Self.isName(name) ? name : nil
    }

    /// Returns the content of a pack, or `nil` if the pack does not exist or cannot be read.
    package func content(of name: String) -> [UInt8]? { Self.bytes(path(of: name)) }

    /// Returns the content of an earlier version of a pack, or `nil` if the version does not exist or cannot
    /// be read.
    package func content(of name: String, version: Int) -> [UInt8]? {
        Self.bytes("\(history(of: name))/\(version).yaml")
    }

    /// Returns the changes of a pack, oldest first.
    ///
    /// - Throws: ``IlkError`` with `badData` if the history cannot be read.
    package func changes(of name: String) throws(IlkError) -> [Change] {
        guard let bytes = Self.bytes(list(of: name)) else { return [] }
        do {
            return try JSONDecoder().decode([Change].self, from: Data(bytes))
        } catch {
            throw IlkError(.badData, "\(list(of: name)): the history cannot be read")
        }
    }

    /// Writes or removes a pack, and adds the change to its history. If the file was changed by other means
    /// since the last recorded change, its present content is added to the history first.
    ///
    /// - Parameters:
    ///   - content: The content, or `nil` to remove the pack.
    ///   - name: The name of the pack, which ``isName(_:)`` accepts.
    ///   - now: The time.
    /// - Returns: The change.
    /// - Throws: ``IlkError`` if a file cannot be written or the history cannot be read.
    package func set(
        _ content: [UInt8]?, of name: String, author: String, reason: String?, now: Date
    ) throws(IlkError) -> Change {
        var changes = try changes(of: name)
        func append(_ content: [UInt8]?, _ author: String?, _ reason: String?) throws(IlkError) -> Change {
            let change = Change(
                version: (changes.last?.version ?? 0) + 1, time: TimeText.text(now), author: author,
                reason: reason, digest: content.map { ContentDigest(of: $0).description })
            if let content { try write(content, to: "\(history(of: name))/\(change.version).yaml") }
            changes.append(change)
            return change
        }
        let before = self.content(of: name)
        if let before, ContentDigest(of: before).description != changes.last?.digest {
            _ = try append(before, nil, nil)
        }
        let change = try append(content, author, reason)
        let list = (try? JSONEncoder().encode(changes)) ?? Data()  // Strings and numbers can be encoded.
        try write(Array(list), to: self.list(of: name))
        let path = path(of: name)
        if let content {
            try write(content, to: path)
        } else if unlink(path) != 0, errno != ENOENT {
            throw IlkError(.cannotCreate, "\(path): cannot delete: \(SystemError.last.words)")
        }
        return change
    }

    // MARK: Files

    private func history(of name: String) -> String { "\(folder)/.history/\(name)" }

    private func list(of name: String) -> String { history(of: name) + "/changes.json" }

    private func write(_ content: [UInt8], to path: String) throws(IlkError) {
        try IlkFolders.makeFolder(of: path)
        let status = content.withUnsafeBytes { PrivateFile.replace(path, with: $0) }
        guard status == 0 else {
            throw IlkError(.cannotCreate, "\(path): cannot write: \(SystemError.last.words)")
        }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }
}
