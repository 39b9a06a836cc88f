import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkCalls

/// User-visible behavior of the call store: form, list, dates, timeline, search and statistics.
@Suite struct CallViewTests {
    private static func timeline(_ zone: String = "Europe/Berlin", _ locale: String = "de_DE") throws
        -> LocalTimeline
    {
        LocalTimeline(timeZone: try #require(TimeZone(identifier: zone)), locale: Locale(identifier: locale))
    }

    private static func time(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    @Test(arguments: [
        ("", nil), ("20", 20), ("20m", 20), ("20 min", 20), ("1h", 60), ("1h5m", 65), ("1H 5", 65),
        ("2147483647", 2_147_483_647),
    ]) func `durations are parsed in all common notations`(text: String, minutes: Int?) throws {
        #expect(try CallDuration.minutes(text) == minutes)
    }

    @Test(arguments: ["0", "-5", "x", "20x", "1h-5", "2147483648", "99999999999999999999", "m", "h", "1.5"])
    func `a malformed duration is rejected with its field`(text: String) {
        let problem = #expect(throws: CallFieldError.self) { try CallDuration.minutes(text) }
        #expect(problem?.field == .duration)
    }

    @Test func `the form validates, saves, edits, deletes and reports errors`()
        async throws
    {
        let calls = try await Calls()
        var model = CallLogViewModel(storage: calls.storage, contactId: calls.sarah)
        #expect(model.phase == .initial && model.calledAt == calls.clock.now)
        await model.load()
        #expect(model.phase == .empty && !model.isLoading)
        model.durationText = "minus one"
        model.notes = String(repeating: "x", count: 5001)
        #expect(model.problems.map(\.field) == [.duration, .notes] && !model.isFormValid)
        let did1 = await model.save()
        #expect(!did1)
        #expect(model.showingError && model.errorMessage?.contains("duration") == true)
        model.dismissError()
        model.durationText = "1h 5m"
        model.notes = "two\nlines"
        model.emotionalState = .excited
        let did2 = await model.save()
        #expect(did2)
        #expect(model.phase == .loaded && !model.showingError && model.statistics.total == 1)
        let saved = try #require(model.callLogs.first)
        #expect(saved.duration == 65 && saved.notes == "two\nlines" && saved.emotion == .excited)
        try await calls.storage.updateCallLogs([.id(saved.key)]) { $0.tags = ["kept"] }
        model.edit(saved)
        model.notes = "edited"
        let did3 = await model.update(saved)
        #expect(did3)
        #expect(model.callLogs.map(\.notes) == ["edited"])
        #expect(try await calls.storage.tagsAndAttachments(of: saved.key).tags == ["kept"])
        let did4 = await model.delete(saved)
        #expect(did4)
        #expect(model.phase == .empty && model.statistics == CallStatistics())
        let did5 = await model.delete(saved)
        #expect(!did5)
        #expect(model.errorMessage?.contains("no call") == true)
        try calls.storage.close()
    }

    @Test(arguments: [
        ("2026-11-22T08:30:00Z", "Heute, 9:30"), ("2026-11-21T23:30:00Z", "Heute, 0:30"),
        ("2026-11-21T22:30:00Z", "Gestern, 23:30"), ("2026-11-19T10:00:00Z", "19. Nov. 2026, 11:00"),
        ("2026-11-25T10:00:00Z", "25. Nov. 2026, 11:00"),
    ]) func `dates are formatted in the user's language and time zone`(call: String, text: String) throws {
        let now = try Self.time("2026-11-22T10:00:00Z")
        #expect(try Self.timeline().text(Self.time(call), now: now) == text)
    }

    @Test(arguments: [
        ("2026-11-22T10:00:00Z", "Today"), ("2026-11-22T02:00:00Z", "Yesterday"),
        ("2026-11-20T10:00:00Z", "This week"), ("2026-11-03T20:00:00Z", "This month"),
        ("2026-10-31T23:00:00Z", "October 2026"), ("2026-11-23T12:00:00Z", "Tomorrow …"),
    ]) func `the timeline groups calls by local days`(call: String, title: String) throws {
        // Sunday, 11:00 in New York.
        let now = try Self.time("2026-11-22T16:00:00Z")
        let timeline = try Self.timeline("America/New_York", "en_GB")
        let section = timeline.section(of: try Self.time(call), now: now)
        #expect(timeline.title(section, now: now) == title)
    }

    @Test func `days of 23 and 25 hours are local days`() throws {
        let timeline = try Self.timeline()
        // In Berlin, 2026-10-25 has 25 hours and 2026-03-29 has 23 hours.
        for (now, call) in [
            ("2026-10-25T23:30:00Z", "2026-10-24T22:30:00Z"),
            ("2026-03-29T22:30:00Z", "2026-03-28T23:30:00Z"),
        ] {
            #expect(try timeline.section(of: Self.time(call), now: Self.time(now)) == .yesterday)
            #expect(try timeline.day(Self.time(call), now: Self.time(now)) == "Gestern")
        }
    }

    @Test(arguments: [
        ("rome", ["We talked about Rome", "ROME again"]), ("\"about rome\"", ["We talked about Rome"]),
        ("talk*", ["We talked about Rome"]), ("rome -again", ["We talked about Rome"]), ("cafe", ["Café"]),
        ("天気", ["今日は天気がいい"]), ("notes:rome", []), ("NEAR(rome again)", []), ("OR", []),
    ]) func `search ignores case and accents, newest first`(query: String, found: [String]) async throws {
        let calls = try await Calls()
        for (day, text) in ["We talked about Rome", "ROME again", "Café", "今日は天気がいい"].enumerated() {
            try await calls.add(text, days: Double(day))
        }
        #expect(try await calls.storage.search(FullTextQuery(query)).map { $0.notes ?? "" } == found)
        try calls.storage.close()
    }

    @Test func `filters apply to search, lists and statistics`() async throws {
        let calls = try await Calls()
        try await calls.add("word a", days: 1, .sad)
        try await calls.add("word b", days: 9, .happy, tags: ["work"])
        try await calls.add("word c", days: 2, with: calls.ben, .happy)
        let cases: [(CallFilter, [String])] = [
            (CallFilter(emotion: .happy), ["word c", "word b"]),
            (CallFilter(contactId: calls.ben), ["word c"]),
            (CallFilter(since: calls.clock.now.addingTimeInterval(-3 * 86_400)), ["word a", "word c"]),
            (CallFilter(until: calls.clock.now.addingTimeInterval(-3 * 86_400)), ["word b"]),
            (CallFilter(tag: "work"), ["word b"]), (CallFilter(status: .synced), []),
        ]
        for (filter, found) in cases {
            #expect(
                try await calls.storage.search(FullTextQuery("word"), matching: filter).map(\.notes) == found)
            #expect(try await calls.storage.fetchCallLogs(matching: filter).map(\.notes) == found)
            #expect(try await calls.storage.statistics(matching: filter).total == found.count)
        }
        try calls.storage.close()
    }

    @Test func `a snippet marks the matches`() throws {
        let highlight = try CallHighlight("Call about Röme,\nand rome. Chrome not.", FullTextQuery("rome"))
        #expect(
            highlight.snippet(length: 100, begin: "[", end: "]")
                == "Call about [Röme], and [rome]. Chrome not.")
        let short = try CallHighlight("We talked about Rome", FullTextQuery("rome"))
        #expect(short.snippet(length: 20, begin: "[", end: "]") == "We talked about [Rome]")
        let late = try CallHighlight(
            String(repeating: "x ", count: 200) + "needle end", FullTextQuery("needle"))
        #expect(late.snippet(length: 20, begin: "[", end: "]") == "… x x [needle] end")
        #expect(try CallHighlight("今日は天気がいい", FullTextQuery("天気")).ranges.count == 1)
        for (notes, word) in [
            ("In der Weststraße 5", "STRASSE weststrasse"), ("nocą Łódź", "lodz"), ("Οδυσσεύς", "ΟΔΥΣ*"),
        ] {
            let found = try CallHighlight(notes, FullTextQuery(word))
            #expect(found.ranges.count == 1, "\(word)")
        }
        let ending = try CallHighlight("zur Straße hin", FullTextQuery("strasse"))
        #expect(ending.snippet(length: 80, begin: "[", end: "]") == "zur [Straße] hin")
    }

    @Test func `statistics contain counts, durations, emotions and frequency`() async throws {
        let calls = try await Calls()
        try await calls.add(days: 14)
        try await calls.add("n", days: 7, minutes: 30, .happy)
        try await calls.add(days: 0, with: calls.ben, minutes: 10, .sad)
        let all = try await calls.storage.statistics()
        #expect(all.total == 3 && all.withDetails == 2 && all.pending == 3 && all.timed == 2)
        #expect(all.totalMinutes == 40 && all.meanMinutes == 20 && all.byEmotion == [.happy: 1, .sad: 1])
        #expect(all.callsPerWeek == 1.5)
        #expect(try await calls.storage.statistics(matching: CallFilter(contactId: calls.ben)).total == 1)
        let weeks = try Self.timeline().weeks(3, now: calls.clock.now)
        #expect(weeks.count == 4)
        #expect(try await calls.storage.counts(between: weeks).map(\.calls) == [1, 1, 1])
        try calls.storage.close()
    }

    @Test func `contacts who are silent for longer than usual are suggested`() async throws {
        let calls = try await Calls()
        for week in [5.0, 6, 7, 8] { try await calls.add(days: 7 * week) }
        for day in [1.0, 8, 15, 22] { try await calls.add(days: day, with: calls.ben) }
        let found = try await calls.storage.suggestions(now: calls.clock.now)
        #expect(found.map(\.contact.name) == ["Sarah"] && found.first?.overdue == 5)
        try calls.storage.close()
    }

    @Test func `the timer records a call once and rounds its duration up to minutes`() async throws {
        let calls = try await Calls()
        await #expect(throws: CallError.timerState(false)) { try await calls.storage.stopTimer() }
        try await calls.storage.startTimer(for: calls.ben)
        await #expect(throws: CallError.timerState(true)) {
            try await calls.storage.startTimer(for: calls.sarah)
        }
        calls.clock.advance(61)
        let call = try await calls.storage.stopTimer { $0.notes = "timed" }
        #expect(call.duration == 2 && call.contactId == calls.ben && call.notes == "timed")
        #expect(call.calledAt == calls.clock.now.addingTimeInterval(-61))
        #expect(try await calls.storage.timer() == nil)
        try calls.storage.close()
    }

    @Test func `reminders become due and can be completed`() async throws {
        let calls = try await Calls()
        let later = try await calls.storage.remind(
            of: calls.ben, at: calls.clock.now.addingTimeInterval(99), note: "birthday")
        let soon = try await calls.storage.remind(of: calls.sarah, at: calls.clock.now)
        #expect(try await calls.storage.reminders().map(\.id) == [soon.id, later.id])
        #expect(try await calls.storage.reminders(dueBy: calls.clock.now).map(\.contact.name) == ["Sarah"])
        try await calls.storage.completeReminder(.newest(1))
        #expect(try await calls.storage.reminders().map(\.note) == ["birthday"])
        await #expect(throws: CallError.notFound("reminder", reference: soon.id.description)) {
            try await calls.storage.completeReminder(.id(soon.id))
        }
        try calls.storage.close()
    }

    @Test func `templates are stored, replaced and deleted by name`() async throws {
        let calls = try await Calls()
        try await calls.storage.setTemplate("weekly", to: "Agenda:\n- ")
        try await calls.storage.setTemplate("weekly", to: "Agenda:\n-")
        #expect(try await calls.storage.template("weekly") == "Agenda:\n-")
        #expect(try await calls.storage.templates().count == 1)
        try await calls.storage.setTemplate("weekly", to: nil)
        await #expect(throws: CallError.notFound("template", reference: "weekly")) {
            try await calls.storage.template("weekly")
        }
        try calls.storage.close()
    }

    @Test func `the correction of an emotion is learned and, if withdrawn, restores the emotion from before`()
        async throws
    {
        let calls = try await Calls()
        let (said, unsaid) = try await (calls.add("x", .sad), calls.add("y"))
        for (key, emotion) in [
            (said.key, EmotionalState.happy), (said.key, .excited), (unsaid.key, .neutral),
        ] {
            let (_, after) = try await calls.storage.correct(.id(key), to: emotion, author: "ann")
            #expect(after.emotion == emotion)
        }
        #expect(try await calls.storage.labeledRecords().map(\.text.category) == ["excited", "neutral"])
        for (key, emotion) in [(said.key, EmotionalState.sad), (unsaid.key, nil)] {
            let (before, after) = try await calls.storage.correct(.id(key), to: nil)
            #expect(before.emotion != emotion && after.emotion == emotion)
            #expect(try await calls.storage.correct(.id(key), to: nil).after.emotion == emotion)
        }
        let history = try await calls.storage.corrections(of: calls.storage.fetchCallLog(.id(said.key)))
        #expect(history.map(\.label) == ["happy", "excited", nil, nil])
        #expect(history.map(\.author) == ["ann", "ann", nil, nil])
        #expect(try await calls.storage.fault(thorough: true) == nil)
        try calls.storage.close()
    }

    @Test func `corrections are copied by exports and can be withdrawn in the copy`() async throws {
        let (calls, copy) = (try await Calls(), try await Calls())
        let (said, unsaid) = try await (calls.add("x", .sad), calls.add("y"))
        for emotion in [EmotionalState.happy, .excited] {
            try await calls.storage.correct(.id(said.key), to: emotion, author: "ann")
        }
        try await calls.storage.correct(.id(unsaid.key), to: .neutral)
        let records = try await calls.storage.records(after: nil).records
        #expect(records.map(\.corrections.count) == [2, 1])
        #expect(records.map(\.givenEmotionalState) == ["sad", nil])
        #expect(try await copy.storage.insert(records) == 2)
        #expect(try await copy.storage.insert(records) == 0, "existing calls get no correction twice")
        let copied = try await copy.storage.records(after: nil).records
        #expect(copied.map(\.corrections) == records.map(\.corrections))
        // A call that was exported before its corrections gets them later.
        var bare = records
        for place in bare.indices { bare[place].corrections = [] }
        let late = try await Calls()
        _ = try await late.storage.insert(bare)
        _ = try await late.storage.insert(records)
        for storage in [copy.storage, late.storage] {
            #expect(try await storage.correct(.id(said.key), to: nil).after.emotion == .sad)
            #expect(try await storage.correct(.id(unsaid.key), to: nil).after.emotion == nil)
        }
        for (taxonomy, label) in [("emotion", "joy"), ("spam", nil)] as [(String, String?)] {
            var wrong = records[0]
            wrong.corrections = [
                RecordCorrection(taxonomy: taxonomy, label: label, time: calls.clock.now)
            ]
            let invalid = [wrong]
            await #expect(throws: CallError.self) { try await copy.storage.insert(invalid) }
        }
    }

    @Test func `a suggested emotion never replaces a human label`() async throws {
        let calls = try await Calls()
        let (said, unsaid) = try await (calls.add("x", .sad), calls.add("y"))
        let suggestion = CallSuggestedEmotion(
            label: .happy, probability: 0.75, evidence: ["thank"],
            provenance: Provenance(
                classifier: "fused", modelDigest: nil, ruleSetDigest: "ab", icuVersion: "72.1"))
        #expect(try await calls.storage.suggest(suggestion, for: said.key) == false)
        #expect(try await calls.storage.suggest(suggestion, for: unsaid.key))
        #expect(try await calls.storage.suggestion(for: unsaid.key) == suggestion)
        #expect(try await calls.storage.fetchCallLog(.id(unsaid.key)).emotion == nil)
        #expect(try await calls.storage.labeledRecords().map(\.text.text) == ["x"])
        try await calls.storage.updateCallLogs([.id(unsaid.key)]) { $0.emotionalState = .neutral }
        #expect(try await calls.storage.suggestion(for: unsaid.key) == nil)
        #expect(try await calls.storage.labeledRecords().map(\.text.category) == ["sad", "neutral"])
        try calls.storage.close()
    }
}
