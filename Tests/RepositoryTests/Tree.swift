import Foundation

/// The project's files on disk.
enum Tree {
    /// The project's folder, two levels above the folder of this file.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders that builds and version control create.
    private static let made: Set<String> = [".git", ".build", ".swiftpm", ".index-build", "__pycache__"]

    /// Returns the sorted paths of all files under a folder of the project, except in build folders.
    static func files(under folder: String = "") -> [String] {
        let start = folder.isEmpty ? root : root.appending(path: folder)
        guard
            let walk = FileManager.default.enumerator(
                at: start, includingPropertiesForKeys: [.isDirectoryKey])
        else {
            return []
        }
        var paths: [String] = []
        let prefix = root.path(percentEncoded: false)
        for case let url as URL in walk {
            let name = url.lastPathComponent
            if made.contains(name) || name.hasPrefix(".build-") {
                walk.skipDescendants()
                continue
            }
            if url.hasDirectoryPath { continue }
            paths.append(String(url.path(percentEncoded: false).dropFirst(prefix.count)))
        }
        return paths.sorted()
    }

    /// Returns the sorted names of the direct subfolders of a folder of the project.
    static func folders(in folder: String) throws -> [String] {
        let url = root.appending(path: folder)
        return try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
            .filter { name in
                url.appending(path: name).hasDirectoryPath || isFolder("\(folder)/\(name)")
            }
    }

    /// Returns the target that a file belongs to, or `nil` if it is not in a target of `Sources`.
    ///
    /// The folders above the targets are named for layers, such as `Core` and `Applications/Mail`.
    static func target(of path: String) -> String? {
        guard path.hasPrefix("Sources/") else { return nil }
        return path.split(separator: "/").dropFirst().dropLast()
            .first { $0.contains(#/^(?:Ilk|C[A-Z]|System|Monica)/#) }.map(String.init)
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: root.appending(path: path).path(percentEncoded: false), isDirectory: &isFolder)
        return exists && isFolder.boolValue
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: path)))
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Reads and scans all Swift files under these folders.
    static func swiftSources(under folders: [String]) throws -> [SwiftSource] {
        try folders.flatMap { files(under: $0) }.filter { $0.hasSuffix(".swift") }.map {
            SwiftSource(path: $0, text: try bytes($0))
        }
    }
}
