import Foundation
import Testing

/// The example package, built and run as a user of the library would.
@Suite struct `The example package` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static var isSkipped: Bool { ProcessInfo.processInfo.environment["ILK_SKIP_EXAMPLE"] == "1" }

    @Test(.disabled(if: isSkipped, "ILK_SKIP_EXAMPLE=1: it takes a minute or two"))
    func `classifies a text, and compiles neither a database nor a server`() async throws {
        let scratch = FileManager.default.temporaryDirectory.appending(
            path: "ilk-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }  // Else the system tidies up.
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let package = Self.root.appending(path: "Examples/Classify").path(percentEncoded: false)
        let build = scratch.appending(path: "build").path(percentEncoded: false)
        // Gently: other tests that measure time run beside it.
        let built = try await Self.run(
            [
                "nice", "-n", "19", "swift", "build", "--quiet", "--package-path", package, "--scratch-path",
                build,
            ],
            output: scratch.appending(path: "build.log"))
        #expect(built.status == 0, "\(built.output.suffix(4_000))")
        let answer = try await Self.run(
            ["\(build)/debug/Classify", "Hey Sarah, are we still on for lunch today?"],
            output: scratch.appending(path: "answer.txt"))
        #expect(answer.status == 0)
        #expect(answer.output.hasPrefix("message 0."), "\(answer.output)")
        let modules = try FileManager.default.contentsOfDirectory(atPath: "\(build)/debug/Modules")
            .filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) }
        #expect(modules.contains("IlkPipeline"))
        let unwanted = modules.filter {
            $0.hasPrefix("GRDB") || $0.hasPrefix("NIO") || $0 == "IlkStore" || $0 == "IlkDomains"
        }
        #expect(unwanted.isEmpty)
    }

    /// Runs a program to its end, and holds no thread while it waits; what the program says on both streams is one.
    private static func run(_ words: [String], output: URL) async throws -> (status: Int32, output: String) {
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = file
        process.standardError = file
        process.standardInput = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation {
            (waiting: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { waiting.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                waiting.resume(throwing: error)
            }
        }
        try file.close()
        return (status, String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }
}
