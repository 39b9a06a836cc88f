import Foundation

/// Whether this system lets a user be somebody else in a namespace: containers often do not.
public enum Namespaces {
    /// The tool.
    public static let unshare = "/usr/bin/unshare"

    /// Whether a program can run without the rights that root has over files.
    public static let areThere = works(["-U", "/bin/true"])
    /// Whether a program can mount a disk of its own.
    public static let canMount = works([
        "-Urm", "/bin/sh", "-c", "mount -t tmpfs -o size=1m none /mnt && test -w /mnt",
    ])

    private static func works(_ arguments: [String]) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: unshare) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: unshare)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return false
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
