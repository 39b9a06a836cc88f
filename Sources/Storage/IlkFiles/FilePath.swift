/// A path, split into folder and name.
struct FilePath {
    /// The folder with its slash, or an empty string for the current folder.
    let prefix: String
    let name: String

    init(_ path: String) {
        let slash = path.lastIndex(of: "/")
        prefix = slash.map { String(path[...$0]) } ?? ""
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The folder without its slash: `.` for the current folder, `/` for the root.
    var folder: String {
        guard !prefix.isEmpty else { return "." }
        return prefix.allSatisfy { $0 == "/" } ? "/" : String(prefix.dropLast())
    }
}
