import FoundationEssentials
import IlkPageFiles
import IlkVocabulary

/// The files of the pages: templates, style sheet, script and icon. A file in a given folder replaces the
/// built-in file with the same name.
struct PageFiles: Sendable {
    /// The contents by file name.
    private(set) var files: [String: [UInt8]]
    /// The errors of replacement files, which the pages show.
    private(set) var problems: [String] = []

    /// The maximum size of a replacement file, in bytes.
    private static let maximumSize = 1 << 20

    /// The files compiled into the program.
    static let builtIn: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var name: UnsafePointer<CChar>?
        var (index, count) = (0, 0)
        while let bytes = ilk_page_file(index, &name, &count) {
            files[name.map { String(cString: $0) } ?? ""] = Array(
                UnsafeBufferPointer(start: bytes, count: count))
            index += 1
        }
        return files
    }()

    /// - Parameter folder: A folder whose files replace built-in files of the same name, or `nil`.
    init(folder: String?) {
        files = Self.builtIn
        guard let folder else { return }
        for name in Self.builtIn.keys.sorted() {
            let path = folder + "/" + name
            guard FileManager.default.fileExists(atPath: path) else { continue }
            guard let bytes = FileManager.default.contents(atPath: path) else {
                problems.append("\(name) cannot be read")
                continue
            }
            guard bytes.count <= Self.maximumSize else {
                problems.append("\(name) has \(bytes.count) bytes; at most \(Self.maximumSize) are allowed")
                continue
            }
            files[name] = Array(bytes)
        }
    }

    /// The templates by name.
    var templates: [String: String] {
        let ending = ".mustache"
        let pairs = files.filter { $0.key.hasSuffix(ending) }.map {
            (String($0.key.dropLast(ending.count)), String(decoding: $0.value, as: UTF8.self))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The media types of files that pages load, by name.
    static let loaded = [
        "icon.svg": "image/svg+xml", "page.js": "text/javascript; charset=utf-8",
        "style.css": "text/css; charset=utf-8",
    ]

    /// Returns the URL path of a file. The path contains the digest of the content, so that browsers can
    /// cache the file.
    func path(of name: String) -> String {
        "/ui/files/\(ContentDigest(of: files[name] ?? []).description.prefix(12))/\(name)"
    }
}
