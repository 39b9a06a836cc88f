import Foundation
import Ilk
import IlkPipeline
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

/// Reloads invalid or malicious rule files.
@Suite(.serialized) struct `Hostile rules` {
    /// The time limit for a refusal, in seconds. Debug builds are slower by a constant factor.
    private static let limit = 0.05

    private static let bomb =
        "version: 1\npack: doctype.own\ntaxonomy: doctype\ndescription: [&a0 [x, x, x, x, x, x, x, x, x, x]"
        + (1...12).map { level in
            ", &a\(level) [" + [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]"
        }.joined() + "]\nrules: []\n"

    private static let deep =
        "version: 1\nrules: " + String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)

    private static func changed(_ old: String, _ new: String) -> String {
        RuleTestFolder.pack("a.one").replacing(old, with: new)
    }

    struct HostileFile: CustomTestStringConvertible {
        let name: String
        let text: String
        let code: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ code: String) {
            self.name = name
            self.text = text
            self.code = code
        }
    }

    static let files = [
        HostileFile("an alias bomb", bomb, "R004"),
        HostileFile("a thousand levels", deep, "R003"),
        HostileFile("a key twice", changed("    weight: 2\n", "    weight: 2\n    weight: 3\n"), "R005"),
        HostileFile("a weight that is no number", changed("weight: 2", "weight: .nan"), "R012"),
        HostileFile("a weight without end", changed("weight: 2", "weight: .inf"), "R012"),
        HostileFile("an unknown label", changed("label: email", "label: emial"), "R011"),
        HostileFile(
            "an expression that does not compile", changed("{ words: [pump] }", "{ regex: '(' }"), "R021"),
        HostileFile("what is no YAML", "rules: [", "R001"),
        HostileFile("nothing", "", "R007"),
        HostileFile("bytes of a program", "\u{7F}ELF\u{2}\u{1}\u{1}\u{0}\u{0}", "R001"),
        HostileFile(
            "an override of an unknown rule",
            RuleTestFolder.overrides("change:\n  - { rules: [a.on], weight: 1, reason: no }\n"), "R060"
        ),
    ]

    @Test(arguments: files)
    func `each is refused within the time limit with its error code, and the old rules stay`(
        _ file: HostileFile
    ) throws {
        try refuse(file.code) { try $0.put(file.text, at: "own/b.yaml") }
    }

    @Test func `a file of 100 MB is refused unread`() throws {
        try refuse("R002") { desk in
            let path = desk.folder.appending(path: "b.yaml").path
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            #expect(truncate(path, 100 << 20) == 0)
        }
    }

    @Test func `a named pipe and a folder with a file's name are refused without waiting`()
        throws
    {
        try refuse(nil) { desk in #expect(mkfifo(desk.folder.appending(path: "b.yaml").path, 0o600) == 0) }
        try refuse(nil) { try $0.put("x", at: "own/b.yaml/c") }
    }

    private func refuse(_ code: String?, _ prepare: (RuleTestFolder) throws -> Void) throws {
        let desk = try RuleTestFolder()
        try desk.put(RuleTestFolder.pack("a.kept"))
        let pipeline = try ReloadablePipeline(desk.assembly())
        let snapshot = pipeline.current
        try prepare(desk)
        var reload: RuleReload?
        let shortest = ThreadTime.least(of: 3) { reload = pipeline.reload() }
        #expect(reload?.outcome == .refused)
        #expect(shortest < Self.limit * ThreadTime.slowdown, "\(shortest)")
        #expect(pipeline.current === snapshot)
        #expect(try pipeline.classify("the pump", explaining: true).evidence.map(\.id) == ["a.kept"])
        if let code {
            #expect(
                reload?.diagnostics.contains { $0.code.rawValue == code } == true,
                "\(reload?.diagnostics ?? [])")
            #expect(reload?.description.contains("error: ") == true)
            #expect(reload?.description.contains("[\(code)]") == true)
        } else {
            #expect(reload?.reason?.contains("b.yaml") == true)
        }
    }
}
