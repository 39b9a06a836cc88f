import IlkVocabulary
import Glibc

/// Refuses rules that any user of the machine can change, because rules determine verdicts and their patterns
/// run on every text.
///
/// Rule files may be symbolic links, as in ConfigMaps and with GNU Stow. For a link, both the folder of the
/// link and the folder of its target are checked. Group permissions and parent folders are not checked.
enum RuleFileTrust {
    /// Checks a rule file and the folders in which it could be replaced.
    ///
    /// - Throws: ``IlkError`` that names the file or folder that any user can change.
    static func check(file path: String) throws(IlkError) {
        var facts = stat()
        // A missing file is reported when it is read.
        guard stat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IWOTH == 0 else { throw refusal(of: path) }
        try checkFolder(of: path)
        var link = stat()
        guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil)
        else { return }
        defer { free(target) }
        try checkFolder(of: String(cString: target))
    }

    /// Checks a folder of rule files.
    ///
    /// - Throws: ``IlkError`` if any user can change the folder.
    static func check(folder path: String) throws(IlkError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IWOTH == 0 else { throw refusal(of: path) }
    }

    /// Checks the folder of a file. In a folder with the sticky bit, such as `/tmp`, only the owner can
    /// replace the file.
    private static func checkFolder(of path: String) throws(IlkError) {
        let folder =
            path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var (facts, entry) = (stat(), stat())
        guard stat(folder, &facts) == 0, facts.st_mode & S_IWOTH != 0 else { return }
        guard facts.st_mode & S_ISVTX != 0, lstat(path, &entry) == 0, [0, geteuid()].contains(entry.st_uid)
        else { throw refusal(of: folder) }
    }

    private static func refusal(of path: String) -> IlkError {
        IlkError(
            .configuration, "refusing to use the rules in \(path): any user can change the file",
            hint: "remove the permission with: chmod o-w \(path)"
        )
    }
}
