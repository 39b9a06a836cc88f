import Foundation
import TestSupport
import Testing

/// Anonymized exports of all stores.
@Suite("export --anonymize") struct AnonymizedExportTests {
    /// A store of three users. All of them have the word "shared", two have "walnut", and one has "quince".
    struct Store: Sendable, CustomTestStringConvertible {
        var command: String
        /// A shell script that fills the store.
        var setup: String

        var testDescription: String { command }
    }

    private static let notes = ["shared walnut quince", "shared walnut", "shared medlar"]
    /// The values that identify a user, or belong to fewer than three.
    private static let rare = ["walnut", "quince", "medlar", "annika", "benno", "cleo", "zoe"]

    private static func imported(_ command: String, _ record: (Int, String) -> String) -> Store {
        let lines = notes.enumerated().map { record($0, $1) }.joined(separator: "\n")
        return Store(
            command: command,
            setup: """
                cat > in.ndjson << 'END'
                \(lines)
                END
                ilk \(command) import in.ndjson
                """)
    }

    private static func id(_ number: Int) -> String { "01990000-0000-7000-8000-00000000000\(number)" }

    private static let stores = [
        Store(
            command: "log",
            setup: """
                printf '%s\\n' 'shared walnut quince' 'shared walnut' 'shared medlar' | ilk classify --lines --log
                for entry in 1 2 3; do ilk log correct -$entry email --by zoe; done
                """),
        Store(
            command: "calls",
            setup: """
                ilk calls add annika 'shared walnut quince'; ilk calls add benno 'shared walnut'; ilk calls add cleo 'shared medlar'
                for call in 1 2 3; do ilk calls correct -$call happy --by zoe; done
                """),
        imported("usage") { number, text in
            #"{"type":"phrase","version":1,"id":"\#(id(number))","timestamp":"2026-11-01T09:00:00Z","#
                + #""session_id":"\#(id(3 + number))","device_id":"\#(id(6 + number))","language_setting":"en","#
                + #""symbol_ids":["shared"],"phrase":"\#(text)","construction_time_ms":5,"tag":"shared"}"#
        },
        imported("debug") { number, text in
            #"{"id":"\#(id(number))","timestamp":"2026-11-01T09:00:00Z","source":"ios","level":"info","#
                + #""event":"LOG","device_id":"\#(id(6 + number))","payload":{"message":"\#(text)"}}"#
        },
    ]

    @Test(arguments: stores) func `no value of too few users is left, and no author`(store: Store) throws {
        let tool = try Tool()
        let made = try tool.shell("set -e\n" + store.setup)
        try #require(made.status == 0, "\(made.errors)")
        for format in ["ndjson", "json"] {
            let run = try tool.shell("ilk \(store.command) export --anonymize 3 --format \(format)")
            #expect(run.status == 0 && run.output.contains("shared"), "\(run.output)\(run.errors)")
            for word in Self.rare { #expect(!run.output.contains(word), "\(word): \(run.output)") }
            for number in 0..<9 { #expect(!run.output.contains(Self.id(number))) }
        }
        let none = try tool.shell("ilk \(store.command) export --anonymize 4")
        #expect(none.status == 0 && none.output.isEmpty, "\(none.output)")
        #expect(none.errors.hasPrefix("ilk: Left out "), "\(none.errors)")
        #expect(none.errors.hasSuffix(": no value occurs for at least 4 users.\n"), "\(none.errors)")
        let file = try tool.shell("ilk \(store.command) export --anonymize 4 -o none.ndjson")
        #expect(file.errors.hasPrefix("ilk: Wrote 0 "), "\(file.errors)")
        #expect(file.errors.contains(" to none.ndjson. Left out "), "\(file.errors)")
    }

    @Test func `an anonymized export of records without a user says so`() throws {
        let tool = try Tool()
        let made = try tool.shell(
            """
            cat > in.ndjson << 'END'
            {"id":"\(Self.id(0))","timestamp":"2026-11-01T09:00:00Z","source":"ios","level":"info","event":"LOG","payload":{}}
            END
            ilk debug import in.ndjson
            """)
        try #require(made.status == 0, "\(made.errors)")
        let none = try tool.shell("ilk debug export --anonymize 2")
        #expect(none.status == 0 && none.output.isEmpty, "\(none.output)")
        let told = "ilk: Left out 1 event: no record names a user (device_id or session_id).\n"
        #expect(none.errors == told, "\(none.errors)")
    }

    #if Mail
        @Test func `no value of too few senders is left in an export of mail`() throws {
            let tool = try Tool()
            var mailbox = ""
            for (number, text) in Self.notes.enumerated() {
                let name = ["annika", "benno", "cleo"][number]
                mailbox += "From a@x Fri Mar  1 10:00:0\(number) 2024\nMessage-ID: <\(name)@x>\n"
                mailbox += "From: \(name)@x.org\nSubject: \(text)\n\n\(text)\n\n"
            }
            try tool.write("in.mbox", mailbox)
            let made = try tool.shell(
                "ilk mail import in.mbox; for message in 1 2 3; do ilk mail correct -$message email --by zoe; done"
            )
            #expect(made.status == 0, "\(made.errors)")
            let run = try tool.shell("ilk mail export --anonymize 3 --format ndjson")
            #expect(run.status == 0 && run.output.contains("shared"), "\(run.output)\(run.errors)")
            for word in Self.rare { #expect(!run.output.contains(word), "\(word): \(run.output)") }
        }
    #endif
}
