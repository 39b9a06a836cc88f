import Foundation
import TestSupport
import Testing

/// Checks that every command with an output file replaces an existing file only with permission, and never
/// its input.
@Suite("Output files") struct OutputFileTests {
    /// A command that writes a file.
    struct Writer: CustomTestStringConvertible, Sendable {
        var command: String
        /// The commands that create its input.
        var setup: String
        /// The whole line. OUT stands for the output file.
        var line: String
        /// The files that it reads and must not replace.
        var inputs: [String] = []
        /// `true` if the output is a database.
        var isDatabase = false

        var testDescription: String { line }
    }

    private static let labeled =
        #"printf '{"text":"lol no","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > in.jsonl"#
    private static let many = #"""
        for i in 1 2 3 4 5 6 7 8; do printf '{"text":"thanks %s","label":"message"}\n{"text":"Many thanks %s","label":"email"}\n' $i $i; done > in.jsonl
        printf 'version: 1\npack: own\ntaxonomy: doctype\ndescription: Mine.\nrules:\n  - id: own.thanks\n    description: Thanks\n    label: email\n    weight: 3\n    match: { thanks: { words: [thanks] } }\n' > own.yaml
        """#
    private static let mail = #"""
        for i in 1 2 3; do for f in work home; do printf "From a@x.org Fri Mar  1 10:00:0$i 2024\nFrom: a@x.org\nMessage-ID: <$f$i@x>\nSubject: about $f\n\nsome $f text $i\n\n" >> $f.mbox; done; done
        ilk mail import work.mbox home.mbox --mail-file s.db -q
        """#
    private static let log = "echo hi | ilk classify --log --log-file s.db -q"
    private static let calls = "ilk calls add Sarah --calls-file s.db -q"
    private static let usage = "ilk usage tap want --usage-file s.db -q"
    private static let debug =
        #"printf '{"id":"6F9619FF-8B86-D011-B42D-00CF4FC96401","timestamp":"2026-11-22T09:30:00Z","source":"ios","event":"A","payload":{}}\n' | ilk debug import - --debug-file s.db -q"#
    private static let store = ["s.db", "s.db.lock"]

    /// The export and the backup of each store.
    static let storeWriters = [
        ("log", log), ("calls", calls), ("usage", usage), ("mail", mail), ("debug", debug),
    ].flatMap { name, setup in
        [
            Writer(
                command: "\(name) export", setup: setup,
                line: "ilk \(name) export --\(name)-file s.db -o OUT",
                inputs: store),
            Writer(
                command: "\(name) backup", setup: setup, line: "ilk \(name) backup OUT --\(name)-file s.db",
                inputs: store, isDatabase: true),
        ]
    }

    static let writers =
        storeWriters + [
            Writer(command: "train", setup: labeled, line: "ilk train in.jsonl -o OUT", inputs: ["in.jsonl"]),
            Writer(
                command: "train", setup: many,
                line: "ilk train in.jsonl --rules own.yaml --sources in.jsonl -o OUT",
                inputs: ["own.yaml", "in.jsonl"]),
            Writer(
                command: "eval", setup: many + "\nilk train in.jsonl --minimum-frequency 1 -o m.ilk -q",
                line: "ilk eval in.jsonl --model m.ilk --max-error 0.9 --save-thresholds OUT",
                inputs: ["in.jsonl", "m.ilk"]),
            Writer(
                command: "retrain", setup: mail,
                line: "ilk retrain --from mail --label folder --mail-file s.db -o OUT", inputs: store),
            Writer(
                command: "learn report", setup: log, line: "ilk learn report --log-file s.db -o OUT",
                inputs: store),
            Writer(
                command: "calls report", setup: calls, line: "ilk calls report --calls-file s.db -o OUT",
                inputs: store),
            Writer(
                command: "usage report", setup: usage, line: "ilk usage report --usage-file s.db -o OUT",
                inputs: store),
            Writer(
                command: "model export",
                setup: labeled + "; ilk train in.jsonl --name own -o m.ilk -q; ilk model import m.ilk -q",
                line: "ilk model export built-in -o OUT"),
            Writer(
                command: "taxonomy export", setup: labeled + "; ilk train in.jsonl --name own -q",
                line: "ilk taxonomy export own -o OUT"),
            Writer(
                command: "rules compile", setup: many, line: "ilk rules compile own.yaml -o OUT",
                inputs: ["own.yaml"]),
            Writer(
                command: "rules fit", setup: many, line: "ilk rules fit own.yaml --corpus in.jsonl -o OUT",
                inputs: ["own.yaml", "in.jsonl"]),
        ]

    #if Mail
        private static let hasMail = true
    #else
        private static let hasMail = false
    #endif

    /// The commands that this build can run. The traits Mail and Pango may be missing.
    private static var possible: [Writer] {
        get throws {
            let tool = try Tool()
            let hasReports = try tool.shell("ilk calls add A -q; ilk calls report -o r.pdf").status != 69
            return writers.filter {
                (Self.hasMail || !$0.setup.contains("ilk mail"))
                    && (hasReports || $0.command != "calls report")
            }
        }
    }

    private func prepared(_ writer: Writer) throws -> Tool {
        let tool = try Tool()
        let made = try tool.shell(writer.setup)
        try #require(made.status == 0, "\(writer.setup): \(made.errors)")
        return tool
    }

    private func run(_ writer: Writer, _ output: String, _ more: String = "", on tool: Tool) throws
        -> Tool.Outcome
    {
        try tool.shell(writer.line.replacing("OUT", with: output) + " " + more)
    }

    @Test func `every command with an output file is in the table and has --force`() throws {
        let tree = try CommandTree(Tool())
        let writing = tree.commands { $0.valueName == "output-file" }
        #expect(writing == Set(Self.writers.map(\.command)))
        #expect(writing.isSubset(of: tree.commands { $0.names.contains("force") }))
        // Arguments that are named like an output file must be one.
        let named = tree.commands {
            !Set($0.names).isDisjoint(with: ["o", "output"]) || $0.names.contains { $0.hasPrefix("save") }
        }
        let copying = Set(tree.commands.keys.filter { $0.hasSuffix("backup") })
        #expect(named.union(copying) == writing)
    }

    @Test(arguments: try possible)
    func `an input is never replaced, pipes are written, and a file is kept without --force`(
        writer: Writer
    ) throws {
        let tool = try prepared(writer)
        try expectInputsKept(writer, tool)
        try expectPipesWritten(writer, tool)
        try expectFilesKept(writer, tool)
    }

    private func expectFilesKept(_ writer: Writer, _ tool: Tool) throws {
        try tool.write("out", "keep")
        try tool.shell("ln -s out link; ln -s nowhere dangling; mkdir folder")
        let names = try tool.names()
        for output in ["out", "link", "dangling", "folder"] {
            let refused = try run(writer, output, on: tool)
            #expect(refused.status == 73, "\(output): \(refused)")
        }
        #expect(try run(writer, "folder", "--force", on: tool).status == 73)
        #expect(try tool.bytes("out") == Data("keep".utf8))
        #expect(try tool.names() == names)
        let forced = try run(writer, "out", "--force", on: tool)
        #expect(forced.status == 0, "\(forced)")
        #expect(try tool.bytes("out") != Data("keep".utf8))
        #expect(try tool.shell("stat -c %a out").output == "600\n" || writer.isDatabase)
        let fresh = try run(writer, "fresh", on: tool)
        #expect(fresh.status == 0, "\(fresh)")
        #expect(try tool.shell("stat -c %a fresh").output == "600\n")
        #expect(Set(try tool.names()) == Set(names + ["fresh"]), "drafts are left")
    }

    private func expectInputsKept(_ writer: Writer, _ tool: Tool) throws {
        for input in writer.inputs {
            let before = try tool.bytes(input)
            try tool.shell("rm -f hard soft; ln \(input) hard; ln -s \(input) soft")
            for output in [input, "./\(input)", "hard", "soft"] {
                let refused = try run(writer, output, "--force", on: tool)
                #expect(refused.status == 64 && refused.errors.contains("input"), "\(output): \(refused)")
            }
            #expect(try tool.bytes(input) == before)
        }
    }

    private func expectPipesWritten(_ writer: Writer, _ tool: Tool) throws {
        guard !writer.isDatabase else {
            // A database must be a regular file. It must not replace a device.
            let refused = try run(writer, "/dev/null", "--force", on: tool)
            #expect(refused.status == 73 && refused.errors.contains("regular file"), "\(refused)")
            #expect(try tool.shell("test -c /dev/null").status == 0)
            return
        }
        #expect(try run(writer, "/dev/null", on: tool).status == 0)
        #expect(try tool.shell("test -c /dev/null").status == 0)
        let piped = try tool.shell("\(writer.line.replacing("OUT", with: "/dev/stdout")) -q | wc -c")
        #expect(try #require(Int(piped.output.trimmingCharacters(in: .whitespacesAndNewlines))) > 0)
        let named = try tool.shell(
            "mkfifo p; cat p > copy & \(writer.line.replacing("OUT", with: "p")) && wait; test -p p")
        #expect(named.status == 0, "\(named)")
        #expect(try !tool.bytes("copy").isEmpty)
    }

    @Test func `training again replaces the model file of the last run`() throws {
        let tool = try Tool()
        try tool.shell(Self.labeled)
        for line in ["ilk train in.jsonl -o m.ilk", "ilk train in.jsonl in.jsonl -o m.ilk"] {
            let run = try tool.shell(line)
            #expect(run.status == 0, "\(run)")
        }
        let twice = try tool.bytes("m.ilk")
        try tool.shell("ilk train in.jsonl in.jsonl -o fresh.ilk")
        #expect(try tool.bytes("fresh.ilk") == twice)
    }

    @Test func `an output file that appears during the run is kept`() throws {
        let tool = try Tool()
        try tool.shell("mkfifo in.jsonl")
        let run = try InteractiveRun(tool, ["train", "in.jsonl", "-o", "out.ilk"], isHeard: false)
        // The tool checks its output before it opens its input.
        let pipe = try FileHandle(forWritingTo: tool.folder.appending(path: "in.jsonl"))
        try tool.write("out.ilk", "keep")
        let texts =
            #"{"text":"lol no","label":"message"}"# + "\n" + #"{"text":"x = 1;","label":"code"}"# + "\n"
        try pipe.write(contentsOf: Data(texts.utf8))
        try pipe.close()
        #expect(try run.end().status == 73)
        #expect(try tool.bytes("out.ilk") == Data("keep".utf8))
        #expect(try tool.names() == ["in.jsonl", "out.ilk"])
    }

    /// Commands with damaged input. FILE stands for the input.
    @Test(arguments: [
        "echo hi | ilk classify --model FILE", "echo hi | ilk classify --rules FILE",
        "echo hi | ilk classify --thresholds FILE", "ilk eval in.jsonl --compare FILE",
        "ilk eval in.jsonl --model FILE",
        "ilk model import FILE", "ilk rules lint FILE", "ilk rules test FILE",
        "ilk rules compile FILE -o new",
        "ilk log import FILE", "ilk log restore FILE", "ilk explain --model FILE in.jsonl",
        "ilk train FILE -o new",
        "ilk mail import FILE", "ilk usage import FILE", "ilk debug import FILE", "ilk calls import FILE",
    ])
    func `no hint names the input as an output`(line: String) throws {
        let tool = try Tool()
        try tool.shell(Self.labeled)
        for name in ["mail.txt", "mail.ilkrules", "mail.ilk", "mail.yaml", "mail.json"] {
            try tool.write(name, "From: a@x.org\nSubject: one\n\n{ not what is expected\n")
            let run = try tool.shell(line.replacing("FILE", with: name))
            for hint in run.errors.split(separator: "\n") where hint.hasPrefix("hint:") {
                let isOutput = [" -o ", "--output", "--save", ">"].contains { hint.contains($0) }
                #expect(!hint.contains(name) || !isOutput, "\(hint)")
            }
        }
        #expect(try tool.bytes("mail.txt").starts(with: Data("From".utf8)))
    }
}
