import Foundation

/// The user namespaces of this system, which containers often do not permit.
public enum Namespaces {
    /// The path of the `unshare` tool.
    public static let unshare = "/usr/bin/unshare"

    /// `true` if a program can run without root's permissions for files.
    public static let areThere = works(["-U", "/bin/true"])
    /// `true` if a program can mount a separate disk.
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
