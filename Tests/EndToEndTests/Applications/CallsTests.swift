import Foundation
import IlkCalls
import IlkStore
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

/// Other features of the call log, with the real program.
@Suite("calls") struct CallsTests: CallsUsing {
    let user: CallsUser

    init() throws { user = try CallsUser() }

    @Test func `search marks matches, applies filters and reports no matches by status`() throws {
        try run("add Sarah 20m happy 'We talked about Rome'")
        try run("add Ben sad 'rome, again' --at 9d")
        #expect(try run("search ROME").output.contains("about [Rome]"))
        #expect(try run("search rome --contact ben").output.contains("[rome], again"))
        #expect(!(try run("search rome --since 7d").output.contains("again")))
        try run("search rome --emotion excited", 1)
        try run("search '!!'", 64)
        for hostile in ["b:secret", "NEAR(", "a AND", "(*)", "'; DROP TABLE callLog"] {
            #expect(try tool.run("calls", "search", hostile).status != 70, "\(hostile)")
        }
    }

    @Test func `the timeline shows days in the user's language and time zone`() throws {
        try run("add Sarah 'now'")
        try run("add Ben 'then' --at 400d")
        let german = try tool.shell("LC_ALL=de_DE.UTF-8 TZ=Europe/Berlin ilk calls timeline").output
        #expect(german.contains("Heute\n") && german.contains("then"))
        #expect(try run("timeline").output.hasPrefix("Today\n"))
        try run("timeline --zone Nowhere", 64)
    }

    @Test func `a call yesterday has the current time of day`() throws {
        try run("add Ben --at yesterday")
        try run("add Sarah --at today")
        let moments = try calls().map {
            try Date("\($0.calledAt.prefix(19))Z", strategy: .iso8601).timeIntervalSince1970
        }
        let now = Date().timeIntervalSince1970
        // Daylight saving time may shift it by an hour.
        #expect(abs(now - moments[1] - 86_400) < 3_900 && abs(now - moments[0]) < 300, "\(moments)")
    }

    @Test func `contacts show the last call, silence and suggested calls`() throws {
        for days in [70, 77, 84, 91] { try run("add Sarah --at \(days)d") }
        try run("add Ben --at 2d")
        #expect(try run("contacts").output.contains("70d"))
        #expect(!(try run("contacts --silent 30d").output.contains("Ben")))
        #expect(try run("contacts --suggest").output.contains("Sarah"))
        try run("contacts --rename sarah --to 'Sarah Connor'")
        #expect(try run("contacts").output.contains("Sarah Connor"))
    }

    @Test func `the timer records a call`() throws {
        try run("stop", 1)
        try run("start Sarah")
        try run("start Ben", 1)
        #expect(try run("start").output.hasPrefix("Sarah, since"))
        try run("stop happy 'timed' --tag family")
        let call = try #require(try calls().first)
        #expect(call.duration == 1 && call.notes == "timed" && call.emotionalState == "happy")
        try run("start Ben")
        try run("start --cancel")
        #expect(try calls().count == 1)
    }

    @Test func `reminders and templates are stored`() throws {
        try run("remind Sarah 5d --note birthday")
        try run("remind --due", 1)
        try run("remind Ben 0d")
        #expect(try run("remind --due").output.contains("Ben"))
        try run("remind --done 1")
        #expect(try run("remind").output.contains("birthday"))
        try run("templates weekly --notes 'Agenda:'")
        try run("add Sarah --template weekly 'the move'")
        #expect(try calls().first?.notes == "Agenda:\nthe move")
    }

    @Test func `several calls are tagged, exported and deleted at once`() throws {
        for name in ["one", "two", "three"] { try run("add Ben \(name)") }
        try run("edit --contact ben --add-tag family")
        #expect(try calls("--tag family").count == 3)
        #expect(try run("export -1 -3").output.split(separator: "\n").count == 2)
        #expect(try run("export --tag family").output.split(separator: "\n").count == 3)
        try run("rm -1 -2 -3 --yes")
        #expect(try calls().isEmpty)
    }

    @Test(arguments: ["rm -1 --yes", "edit -1 --notes x", "suggest -1", "export -1"])
    func `calls are not combined with filters`(command: String) throws {
        try run("add Sarah first --at 1d")
        try run("add Ben second")
        for filter in ["--contact Sarah", "--tag family"] {
            let refused = try run("\(command) \(filter)", 64)
            #expect(refused.errors.contains("specify calls or filters, not both"), "\(refused.errors)")
        }
        #expect(try calls().map(\.notes) == ["second", "first"])
    }

    @Test func `a call that is named twice is changed and counted once`() throws {
        try run("add Ben")
        #expect(try run("edit -1 -1 --dry-run").errors.contains("Would change 1 call."))
        #expect(try run("edit -1 -1 --duration 5m").errors.contains("Changed 1 call."))
    }

    @Test(arguments: [("calls", "add Ben"), ("usage", "tap want")])
    func `a missing store is not copied over a backup`(name: String, first: String) throws {
        let made = try tool.shell("ilk \(name) \(first) -q && ilk \(name) backup b.backup")
        #expect(made.status == 0, "\(made.errors)")
        let before = try tool.bytes("b.backup")
        let missing = "--\(name)-file none.sqlite"
        let backup = try tool.shell("ilk \(name) backup b.backup --force \(missing)")
        #expect(backup.status == 66, "\(backup.errors)")
        #expect(backup.errors.contains("none.sqlite: there is no \(name) store\n"), "\(backup.errors)")
        #expect(try tool.bytes("b.backup") == before)
        #expect(try tool.shell("ilk \(name) export \(missing)").status == 66)
    }

    @Test(arguments: ["ndjson", "csv", "json"]) func `exported calls are imported byte for byte`(
        format: String
    )
        throws
    {
        try run(
            "add 'Sarah O\"Neil, jr.' 20m happy '=1+1, \"quoted\"' --tag a --tag b --attach x.ogg --attach y.jpg"
        )
        _ = try tool.shell("printf 'one\\r\\ntwo\\0three\\n' | ilk calls add Ben --notes - --at 3d")
        try run("add Ben excited --at '1999-12-31 23:59'")
        try run("export -o one.\(format)")
        try run("export -o one.\(format)", 73)
        for _ in 0..<2 { try run("import one.\(format) --calls-file b.sqlite") }
        try run("export -o two.\(format) --calls-file b.sqlite")
        #expect(try tool.bytes("one.\(format)") == tool.bytes("two.\(format)"))
    }

    @Test func `a spreadsheet export has no formulas and can be imported`() throws {
        try run("add Ben --notes '=HYPERLINK(1)'")
        try run("add Ben --notes \"'quoted\" --at 1d")
        try run("export --spreadsheet -o sheet.csv")
        #expect(String(decoding: try tool.bytes("sheet.csv"), as: UTF8.self).contains(",'=HYPERLINK(1),"))
        try run("import sheet.csv --calls-file b.sqlite")
        try run("export -o b.csv --calls-file b.sqlite")
        try run("export -o a.csv")
        #expect(try tool.bytes("a.csv") == tool.bytes("b.csv"))
    }

    @Test func `an invalid call is reported with its line`() throws {
        try tool.write(
            "bad.csv",
            "contact,calledAt,duration\nBen,2026-01-01T00:00:00Z,5\nBen,never,5\nBen,2026-01-02T00:00:00Z,-5\n"
        )
        #expect(
            try run("import bad.csv", 65).errors.contains("bad.csv:3: field 'calledAt' must be a string: "))
        try tool.write("number.ndjson", #"{"contact":"Ben","calledAt":1767225600}"#)
        #expect(try run("import number.ndjson", 65).errors.contains("'calledAt' must be a string\n"))
        #expect(try calls().count == 1)
        #expect(try run("import bad.csv --on-error skip", 2).errors.contains("2 skipped"))
    }

    @Test func `a report contains selectable text`() throws {
        try run("add 'Søren' 20m happy 'We talked about Rome and 天気'")
        let made = try tool.shell("ilk calls report -o r.pdf")
        guard made.status != 69 else { return #expect(made.errors.contains("PDF reports are not available")) }
        #expect(made.status == 0 && made.errors.contains("1 call on 1 page"), "\(made.errors)")
        try run("add Ben 'no font has \u{10E123}\u{10E124}'")
        let boxes = try tool.shell("ilk calls report -o boxes.pdf --contact Ben").errors
        #expect(boxes.contains("2 characters are shown as boxes"), "\(boxes)")
        #expect(try tool.bytes("r.pdf").prefix(5) == Data("%PDF-".utf8))
        guard try tool.shell("command -v pdftotext").status == 0 else {
            return print("skipped: pdftotext is not installed, so the text of the report was not read")
        }
        let text = try tool.shell("pdftotext r.pdf -").output
        #expect(text.contains("Søren") && text.contains("We talked about Rome") && text.contains("20m"))
    }

    @Test func `a backup restores everything`() throws {
        try run("add Ben 'kept'")
        try run("templates weekly --notes x")
        try run("backup b.backup")
        try run("purge --all --yes")
        #expect(try calls().isEmpty)
        try run("restore b.backup", 64)
        try run("restore b.backup --yes")
        #expect(try calls().map(\.notes) == ["kept"])
        #expect(try run("templates").output.contains("weekly"))
    }

    @Test func `purged calls are in no file`() throws {
        try run("add Ben 'marker77 secret'")
        try run("add Sarah 'stays'")
        try run("search marker77")
        #expect(try run("purge --contact ben --dry-run").output.contains("Would delete 1 call"))
        try run("purge --contact ben --yes")
        try run("purge", 64)
        #expect(try tool.shell("cat \(user.file)* | grep -c marker77").output == "0\n")
        #expect(try calls().map(\.notes) == ["stays"])
        #expect(!(try run("contacts").output.contains("Ben")))
    }

    @Test func `an emotion is suggested with evidence and never replaces a human label`() throws {
        let said = try run("add Ben 'thank you so much, that was wonderful' --format json").output
        let call = try JSONDecoder().decode(CallsUser.Call.self, from: Data(said.utf8))
        #expect(call.emotionalState == nil && call.suggestion?.emotion == "happy")
        #expect(call.suggestion?.evidence.isEmpty == false)
        #expect(try run("show -1").output.contains("suggested"))
        try run("edit -1 --set-emotion sad")
        #expect(!(try run("show -1").output.contains("suggested")))
        try run("suggest -1", 1)
        #expect(try calls().first?.emotionalState == "sad")
    }

    @Test func `emotions are learned from calls with human labels`() throws {
        try run("add Ben --no-suggest 'zorp zorp blick'")
        for number in 0..<12 {
            try run("add Ben happy 'zorp zorp blick \(number)'")
            try run("add Ben frustrated 'quang dreel mip \(number)'")
        }
        let dry = try tool.shell("ilk retrain --from calls --dry-run")
        #expect(
            dry.status == 0 && dry.output.contains("24 calls with an emotion"), "\(dry.output)\(dry.errors)")
        let learned = try tool.shell("ilk retrain --from calls")
        #expect(
            learned.status == 0 && learned.output.contains("is active"), "\(learned.output)\(learned.errors)"
        )
        let suggested = try run("suggest -25").output
        #expect(suggested.contains("Happy"))
        #expect(try tool.shell("ilk retrain --from calls").output.contains("Nothing new"))
        #expect(try tool.shell("ilk retrain --from calls --full").status == 64)
        let list = try tool.shell("ilk model ls --taxonomy emotion").lines
        #expect(
            list.contains { $0.hasPrefix("*  1.1.1") } && list.contains { $0.hasPrefix("   built-in") },
            "\(list)")
        let back = try tool.shell("ilk model rollback --taxonomy emotion")
        #expect(back.status == 0 && back.errors.contains("version built-in"), "\(back.errors)")
        #expect(try tool.shell("ilk model ls --taxonomy emotion").output.contains("*  built-in"))
        #expect(try tool.shell("ilk model show --taxonomy emotion").output.contains("built-in (active)"))
        #expect(try tool.shell("ilk model promote 1.1.1 --taxonomy emotion").status == 0)
        let none = try tool.shell("ilk model promote none --taxonomy emotion")
        #expect(none.status == 0 && none.errors.contains("(before: 1.1.1)"), "\(none.errors)")
        #expect(try tool.shell("ilk model verify --taxonomy emotion").status == 0)
        #expect(try tool.shell("ilk model promote 1.1.1 --taxonomy emotion").status == 0)
        // Erased calls are unlearned.
        let purged = try run("purge --all --yes")
        #expect(purged.errors.contains("version 1.1.1 is deleted"))
        #expect(try !tool.shell("ilk model ls --taxonomy emotion").output.contains("1.1.1"))
    }

    @Test func `conflicts are shown side by side and resolved`() async throws {
        try run("add Zoe 'as sent'")
        let storage = try CallLogStorage.open(.file(user.file))
        try await storage.syncTransaction { try $0.upsertContact(id: 9, name: "Zoe") }
        let call = try await storage.fetchCallLog(.newest(1))
        try await storage.setStatus(
            call.key, to: .synced, serverID: 41, updatedAt: Date(timeIntervalSince1970: 1))
        try run("edit -1 --notes mine")
        var theirs = CallVersion(call)
        theirs.notes = "theirs"
        theirs.updatedAt = Date(timeIntervalSince1970: 2)
        let (lost, id) = (theirs, try #require(RecordID("01900000-0000-7000-8000-00000000000A")))
        try await storage.syncTransaction {
            try $0.storeConflictCopy(lost, of: call.key, wasLocal: false, as: id, at: Date())
        }
        try storage.close()
        let shown = try run("conflicts").output
        #expect(shown.contains("* notes") && shown.contains("mine") && shown.contains("theirs"))
        #expect(try run("conflicts --format json").output.contains("\"winner\" : \"local\""))
        try run("resolve -1 --keep server")
        #expect(try calls().map(\.notes) == ["theirs"])
        try run("resolve -1 --keep local", 1)
        #expect(try run("conflicts").errors.contains("No conflicts."))
    }

    @Test func `a corrected emotion has an author and is withdrawn`() throws {
        let tool = try Tool()
        #expect(try tool.shell("ilk calls add Sarah sad 'x'").status == 0)
        let corrected = try tool.shell("ilk calls correct -1 happy --by ann")
        #expect(corrected.status == 0 && corrected.output.contains("sad → happy"), "\(corrected)")
        #expect(try tool.shell("ilk calls ls --emotion happy").output.contains("Sarah"))
        #expect(try tool.shell("ilk calls show -1").output.contains("happy by ann"))
        #expect(try tool.shell("ilk calls correct -1 --withdraw").output.contains("happy → sad"))
        let angry = try tool.shell("ilk calls correct -1 angry")
        #expect(angry.errors.contains("<label>: 'angry' is not valid\nhint: allowed: happy"))
        let near = try tool.shell("ilk calls correct -1 sda")
        #expect(near.errors.contains("hint: did you mean 'sad'? allowed: happy"), "\(near.errors)")
        #expect(try tool.shell("ilk calls correct -9 happy").status == 66)
    }

    @Test func `a malformed reference is reported with the name of its argument`() throws {
        try run("add Sarah 'x'")
        for (line, place) in [
            ("show 999", "<call>"), ("rm 999", "<call>"), ("edit 999 --notes y", "<call>"),
            ("retry 999", "<call>"), ("resolve 999 --keep local", "<conflict>"),
            ("remind --done x", "--done"),
        ] {
            let errors = try run(line, 64).errors
            #expect(errors.hasPrefix("error: \(place): '"), "\(errors)")
            #expect(errors.contains("' is not valid\nhint: expected -1 (the newest)"), "\(errors)")
        }
    }

    @Test func `a search that has no fields warns of the name of a field`() throws {
        try run("add Sarah 'read fild:x and https://a.b'")
        let found = try run("search fild:x")
        #expect(found.output.contains("Sarah"))
        let warning = "unknown field 'fild': searched as text (at character 1); this search has no fields"
        #expect(found.errors == "ilk: \(warning)\n")
        #expect(try run("search https://a.b").errors.isEmpty)
    }

    @Test(arguments: ["ndjson", "csv", "json"])
    func `an export carries the corrections of emotions`(format: String) throws {
        let tool = try Tool()
        let copied = try tool.shell(
            """
            set -e
            ilk calls add Sarah sad 'x' > add.txt
            ilk calls correct -1 happy --by 'ann, of "us"' > correct.txt
            ilk calls export --output c.\(format)
            for time in 1 2; do ilk calls import c.\(format) --calls-file b.sqlite; done
            ilk calls export --output d.\(format) --calls-file b.sqlite
            cmp c.\(format) d.\(format)
            ilk calls show -1 --calls-file b.sqlite
            ilk calls correct -1 --withdraw --calls-file b.sqlite
            """)
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(copied.output.contains("happy by ann, of") && copied.output.contains("happy → sad"))
    }

    @Test func `lines fit the terminal`() throws {
        try run(
            "add 'A rather long name of somebody' 20m happy '\(String(repeating: "words and words ", count: 20))'"
        )
        for line in ["ls", "timeline", "search words", "contacts", "queue"] {
            let lines = try tool.shell("COLUMNS=60 ilk calls \(line)").output.split(separator: "\n")
            #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 60 }, "\(line): \(lines)")
        }
    }
}
