import Foundation
import Testing

/// The example package, built and run as a user of the library would.
@Suite struct `The example package` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static var isSkipped: Bool { ProcessInfo.processInfo.environment["ILK_SKIP_EXAMPLE"] == "1" }

    @Test(.disabled(if: isSkipped, "ILK_SKIP_EXAMPLE=1: it takes a minute or two"))
    func `classifies a text, and compiles neither a database nor a server`() throws {
        let scratch = FileManager.default.temporaryDirectory.appending(
            path: "ilk-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }  // Else the system tidies up.
        let package = Self.root.appending(path: "Examples/Classify").path(percentEncoded: false)
        let arguments = ["--package-path", package, "--scratch-path", scratch.path(percentEncoded: false)]
        // Gently: other tests that measure time run beside it.
        let build = try Self.run(["nice", "-n", "19", "swift", "build", "--quiet"] + arguments)
        #expect(build.status == 0, "\(build.output.suffix(4_000))")
        let binary = scratch.appending(path: "debug/Classify").path(percentEncoded: false)
        let answer = try Self.run([binary, "Hey Sarah, are we still on for lunch today?"])
        #expect(answer.status == 0)
        #expect(answer.output.hasPrefix("message 0."), "\(answer.output)")
        let compiled = try Self.compiled(scratch)
        #expect(compiled.contains("IlkPipeline"))
        let unwanted = compiled.filter {
            $0.hasPrefix("GRDB") || $0.hasPrefix("NIO") || $0 == "IlkStore" || $0 == "IlkDomains"
        }
        #expect(unwanted.isEmpty)
    }

    /// The modules that a build made object files of.
    private static func compiled(_ scratch: URL) throws -> Set<String> {
        let folder = scratch.appending(path: "debug").resolvingSymlinksInPath()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return Set(names.filter { $0.hasSuffix(".build") }.map { String($0.dropLast(".build".count)) })
    }

    /// Runs a program to its end; what it says on both streams is one.
    private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
