import Foundation
import TestSupport
import Testing

/// The command blocks of the README and of the documentation, run in order.
///
/// With `RECORD=1` the test writes the real output into the pages, and fails.
@Suite("Documented commands") struct DocumentedCommandsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The pages whose commands this build does not have.
    private static let unavailable: Set<String> = {
        var pages: Set<String> = []
        #if !Reports
            pages.insert("docs/guides/calls.md")
        #endif
        #if !Mail
            pages.formUnion([
                "docs/guides/filter-mail.md", "docs/guides/mail.md", "docs/reference/mail.md",
                "docs/reference/commands/mail.md",
            ])
        #endif
        return pages
    }()

    /// The pages with command blocks, as paths within the project. Decisions are history and are left out.
    private static var pages: [String] {
        let docs =
            FileManager.default.enumerator(atPath: root.appending(path: "docs").path)?
            .compactMap { $0 as? String } ?? []
        return (["README.md"] + docs.filter { !$0.hasPrefix("decisions/") }.sorted().map { "docs/" + $0 })
            .filter { page in
                if unavailable.contains(page) { return false }
                guard page.hasSuffix(".md") else { return false }
                let text = try? String(contentsOf: root.appending(path: page), encoding: .utf8)  // No blocks.
                #if !Server
                    // A client would retry for hours to reach a server that this build does not have.
                    if let text, CommandDocument(text).script.contains("ilk serve") { return false }
                #endif
                return text?.contains("```console") == true
            }
    }

    @Test(arguments: pages)
    func `every command prints what its page shows`(page: String) throws {
        let file = Self.root.appending(path: page)
        var document = CommandDocument(try String(contentsOf: file, encoding: .utf8))
        let tool = try Tool()
        for folder in ["corpora", "models", "rules", "samples"] where document.script.contains(folder) {
            try FileManager.default.copyItem(
                at: Self.root.appending(path: folder), to: URL(filePath: tool.path(folder)))
        }
        let run = try tool.shell(document.script)
        #expect(run.status == 0, "\(run.errors)")
        var isRecorded = false
        for index in document.commands.indices {
            let command = document.commands[index]
            let found = ["out", "err"].map { stream in
                let bytes = FileManager.default.contents(atPath: tool.path(".\(stream).\(index)"))
                return String(decoding: bytes ?? Data(), as: UTF8.self)
            }.joined()
            if command.shows(found) { continue }
            isRecorded = true
            if ProcessInfo.processInfo.environment["RECORD"] == "1" {
                document.record(found, at: index)
            } else {
                Issue.record("\(page):\(command.line): $ \(command.text)\n\(found)")
            }
        }
        if isRecorded, ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try document.text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(page): read the differences, then run the test again")
        }
    }

    @Test func `every sh block is on the list of commands that no test can run`() throws {
        var blocks: Set<UntestedBlocks.Block> = []
        for page in try UntestedBlocks.pages(in: Self.root) {
            let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
            blocks.formUnion(UntestedBlocks.blocks(of: text, page: page))
        }
        let listed = Set(UntestedBlocks.reasons.keys)
        #expect(blocks.subtracting(listed).isEmpty, "use ```console, or list the block with a reason")
        #expect(listed.subtracting(blocks).isEmpty, "remove these from the list")
    }

    @Test func `the reference shows the help of every command`() throws {
        let folder = Self.root.appending(path: "docs/reference/commands")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        let missing = try CommandTree(Tool()).commands.keys.filter { path in
            !pages.contains { $0.contains("\n$ ilk \(path) --help\n") }
        }
        #expect(missing.isEmpty, "\(missing.sorted())")
    }
}
