import IlkFiles
import IlkConsole
import FoundationEssentials
import Ilk

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Finds files of the user that other users of the machine can access. Ilk creates private files, but an
/// older version or a copy of the folder may have left others.
enum ModeCheck {
    /// Returns the finding, or `nil` if only the owner can access the files.
    static func finding(_ folders: IlkFolders) -> HealthFinding? {
        let files = FileManager.default
        var open = 0
        // Folders that the owner cannot read are not searched: other users cannot read them either.
        let names = (try? files.subpathsOfDirectory(atPath: folders.data)) ?? []  // Unreadable: no finding.
        for path in [folders.data] + names.map({ folders.data + "/" + $0 }) {
            var facts = stat()
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFLNK else { continue }
            if facts.st_mode & 0o077 != 0 { open += 1 }
        }
        guard open > 0 else { return nil }
        let what = open == 1 ? "1 file or folder" : "\(open) files and folders"
        return HealthFinding(
            "file modes",
            "other users can access \(what) of your data; prevent this with: chmod -R go-rwx \(folders.data)")
    }
}
