import FoundationEssentials
import IlkPageFiles
import IlkVocabulary

/// The files of the pages. A file of a folder can replace the built-in file of the same name.
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
            guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.maximumSize
            else {
                problems.append("\(name) cannot be read, or has more than \(Self.maximumSize) bytes")
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

    /// Returns the address of a file. It contains the digest of the content, so that browsers keep the file.
    func path(of name: String) -> String {
        "/ui/files/\(ContentDigest(of: files[name] ?? []).description.prefix(12))/\(name)"
    }
}
