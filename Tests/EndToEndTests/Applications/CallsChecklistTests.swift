import Foundation
import IlkCalls
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// The checklist of the call log, one test per line, with the real program.
@Suite("calls checklist") struct CallsChecklistTests: CallsUsing {
    let user: CallsUser

    init() throws { user = try CallsUser() }

    @Test func `log new call with all fields filled`() throws {
        try run(
            "add 'Sarah' 20m happy 'notes' --at '2026-01-19 14:30' --zone UTC --tag work --attach memo.ogg")
        let call = try #require(try calls().first)
        #expect(call.contact == "Sarah" && call.duration == 20 && call.emotionalState == "happy")
        #expect(call.notes == "notes" && call.calledAt == "2026-01-19T14:30:00.000Z" && call.tags == ["work"])
        #expect(try run("show -1").output.contains("memo.ogg"))
    }

    @Test func `log quick call (timestamp only)`() throws {
        try run("add Ben")
        let call = try #require(try calls().first)
        #expect(call.duration == 0 && call.emotionalState == nil && call.notes == nil)
    }

    @Test func `edit existing call log`() throws {
        try run("add Ben 5m")
        try run("edit -1 --duration 1h5m --notes 'more of it' --set-emotion sad --set-contact Sarah")
        let call = try #require(try calls().first)
        #expect(call.duration == 65 && call.notes == "more of it" && call.emotionalState == "sad")
        #expect(call.contact == "Sarah")
        try run("edit -1 --duration '' --set-emotion '' --notes ''")
        let cleared = try #require(try calls().first)
        #expect(cleared.duration == 0 && cleared.notes == nil && cleared.emotionalState == nil)
        try run("edit -1", 64)
    }

    @Test func `delete call log`() throws {
        try run("add Ben 'one'")
        try run("add Ben 'two'")
        try run("rm -1 --yes")
        #expect(try calls().map(\.notes) == ["one"])
        try run("rm --contact ben", 64)
        #expect(try run("rm --contact ben --dry-run").output.contains("1 call"))
        try run("rm --contact ben --yes")
        #expect(try calls().isEmpty)
    }

    @Test func `view call history sorted by date`() throws {
        for days in [3, 1, 2] { try run("add Ben '\(days) days ago' --at \(days)d") }
        #expect(try calls("--contact ben").map(\.notes) == ["1 days ago", "2 days ago", "3 days ago"])
        let first = try run("ls --limit 2")
        let cursor = try #require(first.errors.components(separatedBy: "--cursor ").last)
        #expect(
            try calls("--limit 2 --cursor \(cursor.trimmingCharacters(in: .whitespacesAndNewlines))")
                .map(\.notes) == ["3 days ago"])
    }

    @Test func `empty state when no calls`() throws {
        #expect(try run("ls").errors.contains("No calls yet. Record one with: ilk calls add"))
        #expect(try calls().isEmpty)
        #expect(try run("timeline").errors.contains("No calls yet"))
        #expect(try run("stats").output.contains("calls"))
        try run("search word", 1)
        #expect(try run("conflicts").errors.contains("No conflicts."))
        #expect(try run("queue").errors.contains("No calls wait"))
    }

    @Test func `loading state during operations`() async throws {
        let phases = Mutex<[CallLogViewModel.Phase]>([])
        let storage = try CallLogStorage.open(.memory)
        let ben = try await storage.contact(creatingNamed: "Ben").contact.id
        var model = CallLogViewModel(storage: storage, contactId: ben)
        model.onPhaseChange = { phase in phases.withLock { $0.append(phase) } }
        await model.load()
        #expect(phases.withLock { $0 } == [.loading, .empty])
        // Saving a call reloads the list. A refused form ends the loading state, too.
        await model.save()
        model.durationText = "minus one"
        await model.save()
        let expected: [CallLogViewModel.Phase] = [.loading, .empty, .loading, .loaded, .loading, .loaded]
        #expect(phases.withLock { $0 } == [.loading, .empty] + expected)
        #expect(model.showingError && !model.isLoading)
        try storage.close()
    }

    @Test func `without a terminal nothing but data goes to the output`() throws {
        try run("add Ben 'words'")
        let quiet = try tool.shell("ilk calls search words --quiet")
        #expect(quiet.errors.isEmpty && quiet.output.contains("[words]"))
        // Without a terminal no progress is drawn.
        #expect(!quiet.output.contains("\u{1B}") && !quiet.output.contains("\r"))
    }

    @Test func `error messages for failures`() throws {
        #expect(try run("show -1", 66).errors.contains("there is no call '-1'"))
        try run("add Sarah")
        #expect(try run("ls --contact Sara", 66).errors.contains("hint: did you mean 'Sarah'?"))
        #expect(try run("add Sarah --emotion hapy", 64).errors.contains("hapy"))
        try run("add '' 5m", 64)
        let folder = tool.path("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(try run("add Ben --calls-file folder", 73).errors.contains("folder"))
        try tool.write("letter.sqlite", "this is a letter and no database at all, in every program")
        try run("add Ben --calls-file letter.sqlite", 65)
        #expect(
            try run("add Ben --at 2199-01-01", 64).errors.contains(
                "calledAt: must be at most one day in the future"))
        let misspelled = try tool.shell("ilk calls serach word")
        #expect(misspelled.status == 64 && misspelled.errors.contains("did you mean 'ilk calls search'?"))
    }

    @Test func `an anonymized export has no word that few contacts share`() throws {
        try run("add Ben 'the garden and Zürich' 20m")
        try run("add Sarah 'the garden and Lisbon' 20m")
        try run("add Sarah 'Lisbon again'")
        let export = try run("export --anonymize 2").output
        #expect(export.contains(#""notes":"the garden and [rare]""#), "\(export)")
        for word in ["Ben", "Sarah", "rich", "Lisbon", "again", "key"] {
            #expect(!export.contains(word), "\(word) in \(export)")
        }
        #expect(try run("export --anonymize 3").output.isEmpty)
        try run("export --anonymize 1", 64)
        try run("export --anonymize 2 --format csv", 64)
    }

    @Test func `statistics section displays correctly`() throws {
        try run("add Ben 10m happy")
        try run("add Ben 30m sad --at 7d")
        try run("add Sarah --at 14d")
        struct Statistics: Decodable {
            var calls, withDetails, pending, totalMinutes: Int
            var meanMinutes: Double
            var byEmotion: [String: Int]
            var weeks: [Week]
            struct Week: Decodable { var calls: Int }
        }
        let json = try run("stats --format json").output
        let all = try JSONDecoder().decode(Statistics.self, from: Data(json.utf8))
        #expect(all.calls == 3 && all.withDetails == 2 && all.pending == 3 && all.totalMinutes == 40)
        #expect(all.meanMinutes == 20 && all.byEmotion == ["happy": 1, "sad": 1])
        #expect(all.weeks.count == 8 && all.weeks.reduce(0) { $0 + $1.calls } == 3)
        let text = try run("stats --contact ben").output
        #expect(text.contains("mean duration") && text.contains("20.0m") && text.contains("😊 Happy"))
    }

    @Test func `sync status badges (pending/syncing/synced/failed)`() async throws {
        try run("add Sarah 'one'")
        let storage = try CallLogStorage.open(.file(user.file))
        let call = try await storage.fetchCallLog(.newest(1))
        #expect(try run("ls").output.contains("○"))
        try await storage.setStatus(call.key, to: .syncing)
        #expect(try run("ls --status syncing").output.contains("↻"))
        try await storage.setStatus(call.key, to: .failed, error: "The called at field is required.")
        #expect(try run("ls").output.contains("✗"))
        #expect(try run("show -1").output.contains("The called at field is required."))
        #expect(try run("queue").output.contains("The called at field is required."))
        #expect(try run("retry").errors.contains("Queued 1 call for the next sync."))
        #expect(try run("retry").errors.contains("No refused calls."))
        try run("retry -1", 1)
        try await storage.setStatus(call.key, to: .synced, serverID: 7, updatedAt: Date())
        #expect(try run("ls").output.contains("✓"))
        #expect(try run("queue").errors.contains("No calls wait"))
        try storage.close()
    }

    @Test(arguments: ["0m", "--duration=-5", "--duration 0", "--duration x", "--duration 2147483648"])
    func `form validation (invalid duration)`(option: String) throws {
        #expect(try run("add Sarah \(option)", 64).errors.contains("duration"))
        // Neither the call nor its contact was created.
        #expect(try run("contacts").errors.contains("No matching contacts."))
    }

    @Test func `date picker defaults to now`() throws {
        let before = Date().addingTimeInterval(-1)
        try run("add Ben")
        let time = try #require(try calls().first).calledAt
        let called = try Date(
            time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        #expect(called > before && called < Date().addingTimeInterval(1))
        #expect(try run("ls").output.contains("Today"))
    }

    @Test(arguments: [
        ("happy", "😊"), ("neutral", "😐"), ("sad", "😢"), ("frustrated", "😤"), ("excited", "🤩"),
    ]) func `emotional state picker with emojis`(name: String, face: String) throws {
        try run("add Ben \(name)")
        try run("add Ben \(face)")
        try run("add Ben --emotion \(name)")
        #expect(try calls().map(\.emotionalState) == [name, name, name])
        #expect(try calls("--emotion \(name)").map(\.emoji) == [face, face, face])
    }

    @Test(arguments: [
        ("hapy 'at last'", "frustrated, excited; did you mean 'happy'?"), ("hapy", "did you mean 'happy'?"),
        ("20m jolly x", "'jolly' is not an emotion and is stored in the notes; the emotions are: happy,"),
    ]) func `a word in place of an emotion is stored in the notes with a message`(
        words: String, message: String
    ) throws {
        let run = try run("add Ben \(words)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try self.run("add Ben 'jolly x'").errors.contains("emotions") == false)
        #expect(try self.run("add Ben happy jolly x").errors.contains("emotions") == false)
    }

    @Test func `notes field with multi-line support`() throws {
        let run = try tool.shell(#"printf 'one\n\n  two "quoted"\n' | ilk calls add Ben --notes -"#)
        #expect(run.status == 0)
        #expect(try calls().first?.notes == "one\n\n  two \"quoted\"")
        #expect(try self.run("show -1").output.contains("\none\n\n  two \"quoted\"\n"))
        let long = try tool.shell("head -c 5001 /dev/zero | tr '\\0' x | ilk calls add Ben --notes -")
        #expect(
            long.status == 64 && long.errors.contains("notes: must have at most 5000 characters, has 5001"))
    }

    @Test func `app restart persists data`() throws {
        try run("add Ben 'kept'")
        // Each run is a separate process.
        #expect(try calls().map(\.notes) == ["kept"])
    }
}
