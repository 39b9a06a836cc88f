import Foundation
import IlkCalls
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import Testing

@Suite("changes, counts and conflicts of calls in the API") struct CallRoutesTests {
    @Test func `a call is recorded once, replaced and deleted`() async throws {
        let desk = try await LogDesk([])
        let fields = #""duration":20,"emotionalState":"happy","tags":["work"]"#
        let body = "{\"contact\":\"Ann\",\"calledAt\":\"2026-11-20T10:00:00Z\",\(fields)}"
        let headers: HeaderFields = ["Idempotency-Key": "a"]
        let created = try await desk.send("POST", "/v1/calls", as: .correct, headers: headers, body)
        #expect(created.status == 201)
        _ = try await desk.send("POST", "/v1/calls", as: .correct, headers: headers, body)
        let items = try await desk.get("/v1/calls").json["items"]?.elements
        #expect(items?.count == 1 && items?.first?["calledAt"]?.string == "2026-11-20T10:00:00.000Z")
        let path = try #require(created.headers["Location"])
        let replaced = try await desk.send("PUT", path, as: .correct, #"{"contact":"Bob","notes":"hello"}"#)
        let call = try await replaced.json
        #expect(call["contact"]?.string == "Bob" && call["notes"]?.string == "hello")
        // A replaced call has no field of the former one but its time and tags.
        #expect(call["duration"]?.integer == 0 && call["emotionalState"] == nil)
        #expect(call["calledAt"]?.string == "2026-11-20T10:00:00.000Z" && call["tags"] != nil)
        #expect(try await desk.send("DELETE", path, as: .read).status == 403)
        #expect(try await desk.send("DELETE", path, as: .correct).status == 204)
        #expect(try await desk.get("/v1/calls").json["items"]?.elements?.isEmpty == true)
    }

    @Test func `a call that somebody else has changed is not changed with If-Match`() async throws {
        let desk = try await LogDesk([])
        let created = try await desk.send("POST", "/v1/calls", as: .correct, #"{"contact":"Ann"}"#)
        let path = try #require(created.headers["Location"])
        func change(_ method: String, _ tag: String?, _ notes: String) async throws -> APIResponse {
            let body = method == "PUT" ? #"{"contact":"Ann","notes":"\#(notes)"}"# : nil
            return try await desk.send(method, path, as: .correct, headers: ["If-Match": tag ?? ""], body)
        }
        let first = try await desk.get(path).headers["ETag"]
        let changed = try await change("PUT", first, "one")
        #expect(changed.status == 200)
        #expect(try await desk.get(path).headers["ETag"] == changed.headers["ETag"])
        #expect(try await change("PUT", first, "two").status == 412)
        #expect(try await change("DELETE", first, "").status == 412)
        #expect(try await change("DELETE", "*", "").status == 412)
        #expect(try await desk.get(path).json["notes"]?.string == "one")
        #expect(try await change("DELETE", changed.headers["ETag"], "").status == 204)
    }

    @Test func `a search returns excerpts whose matches are marked`() async throws {
        let desk = try await LogDesk([])
        let body = #"{"contact":"Ann","notes":"the ferry to Röme"}"#
        #expect(try await desk.send("POST", "/v1/calls", as: .correct, body).status == 201)
        #expect(try await desk.get("/v1/calls").json["items"]?.elements?.first?["excerpt"] == nil)
        let found = try await desk.get("/v1/calls?q=rome").json["items"]?.elements?.first
        let parts = try #require(found?["excerpt"]?.elements)
        #expect(parts.map { $0["text"]?.string } == ["the ferry to ", "Röme"])
        #expect(parts.map { $0["isMatch"] == .bool(true) } == [false, true])
    }

    @Test func `a sync of a call does not change its ETag`() async throws {
        let desk = try await LogDesk([])
        let created = try await desk.send("POST", "/v1/calls", as: .correct, #"{"contact":"Ann"}"#)
        let path = try #require(created.headers["Location"])
        let tag = try #require(try await desk.get(path).headers["ETag"])
        let store = try CallLogStorage.open(.file(desk.folders.calls))
        let key = try await store.fetchCallLog(.newest(1)).key
        try await store.setStatus(key, to: .syncing)
        try await store.setStatus(key, to: .failed, error: "The called at field is required.")
        let failed = try await desk.get(path)
        #expect(try await failed.json["syncStatus"]?.string == "failed" && failed.headers["ETag"] == tag)
        try await store.setStatus(key, to: .synced, serverID: 7)
        try store.close()
        let synced = try await desk.get(path)
        #expect(try await synced.json["id"]?.integer == 7 && synced.headers["ETag"] == tag)
        let body = #"{"contact":"Ann","notes":"one"}"#
        let changed = try await desk.send("PUT", path, as: .correct, headers: ["If-Match": tag], body)
        #expect(changed.status == 200 && changed.headers["ETag"] != tag)
    }

    @Test func `of many changes with the same If-Match, one happens`() async throws {
        let desk = try await LogDesk([])
        let created = try await desk.send("POST", "/v1/calls", as: .correct, #"{"contact":"Ann"}"#)
        let path = try #require(created.headers["Location"])
        let tag = try #require(try await desk.get(path).headers["ETag"])
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let body = #"{"contact":"Ann","notes":"\#(number)"}"#
                    return try await desk.send("PUT", path, as: .correct, headers: ["If-Match": tag], body)
                        .status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
    }

    @Test func `a refused change of a call creates no contact`() async throws {
        let desk = try await LogDesk([])
        _ = try await desk.send("POST", "/v1/calls", as: .correct, #"{"contact":"Ann"}"#)
        let body = #"{"contact":"Zoe","calledAt":"2999-01-01T00:00:00Z"}"#
        #expect(try await desk.send("PUT", "/v1/calls/-1", as: .correct, body).status == 422)
        let contacts = try await desk.get("/v1/calls/contacts").json["items"]?.elements ?? []
        #expect(contacts.map { $0["name"]?.string } == ["Ann"])
    }

    @Test(arguments: [
        (#"{"notes":"x"}"#, "contact"), (#"{"contact":"A","duration":0}"#, "duration"),
        (#"{"contact":"A","emotionalState":"bored"}"#, "emotionalState"),
        (#"{"contact":"A","calledAt":"soon"}"#, "calledAt"),
        (#"{"contact":"A","calledAt":"2999-01-01T00:00:00Z"}"#, "calledAt"),
        (#"{"contact":"A","tags":["a,b"]}"#, "tags"),
    ])
    func `an invalid call is refused with the name of its field`(body: String, field: String) async throws {
        let desk = try await LogDesk([])
        let response = try await desk.send("POST", "/v1/calls", as: .correct, body)
        #expect(response.status == 422)
        #expect(try await response.text.contains(field))
        #expect(try await desk.get("/v1/calls").json["items"]?.elements?.isEmpty == true)
    }

    @Test func `calls are selected by contact and emotion, and counted by week`() async throws {
        let desk = try await LogDesk([])
        let store = try CallLogStorage.open(.file(desk.folders.calls))
        let ann = try await store.contact(creatingNamed: "Ann").contact
        let bob = try await store.contact(creatingNamed: "Bob").contact
        for (contact, emotion, week) in [(ann, EmotionalState.happy, 0.0), (bob, .sad, 1), (ann, .sad, 1)] {
            try await store.saveCallLog(
                CallDraft(
                    contactId: contact.id, calledAt: store.now - week * 604_800, duration: 10,
                    emotionalState: emotion))
        }
        try store.close()
        for (query, count) in [("contact=Ann", 2), ("emotion=sad", 2), ("contact=Ann&emotion=sad", 1)] {
            let items = try await desk.get("/v1/calls?\(query)").json["items"]?.elements
            #expect(items?.count == count, "\(query)")
        }
        #expect(try await desk.get("/v1/calls?contact=Zoe").status == 404)
        let counts = try await desk.get("/v1/calls/statistics").json
        #expect(counts["calls"]?.integer == 3 && counts["byEmotion"]?["sad"]?.integer == 2)
        let weeks = counts["weeks"]?.elements ?? []
        #expect(weeks.suffix(2).map { $0["calls"]?.integer } == [2, 1])
        let contacts = try await desk.get("/v1/calls/contacts").json["items"]?.elements ?? []
        #expect(Set(contacts.compactMap { $0["name"]?.string }) == ["Ann", "Bob"])
        #expect(contacts.compactMap { $0["calls"]?.integer }.reduce(0, +) == 3)
    }

    @Test(arguments: ["local", "server", "merged"])
    func `a conflict is shown with both versions and resolved once`(keep: String) async throws {
        let desk = try await LogDesk([])
        try await desk.addConflict(local: "mine", server: "theirs")
        let item = try await desk.get("/v1/calls/conflicts").json["items"]?.elements?.first
        #expect(item?["local"]?["notes"]?.string == "mine" && item?["server"]?["notes"]?.string == "theirs")
        let path = "/v1/calls/conflicts/\(item?["id"]?.string ?? "")"
        #expect(try await desk.send("POST", path, as: .read, #"{"keep":"local"}"#).status == 403)
        #expect(try await desk.send("POST", path, as: .correct, #"{"keep":"none"}"#).status == 422)
        let resolved = try await desk.send("POST", path, as: .correct, "{\"keep\":\"\(keep)\"}")
        let notes = try await resolved.json["notes"]?.string ?? ""
        #expect(notes.contains("mine") == (keep != "server") && notes.contains("theirs") == (keep != "local"))
        #expect(try await desk.send("POST", path, as: .correct, #"{"keep":"local"}"#).status == 409)
        #expect(try await desk.get("/v1/calls/conflicts").json["items"]?.elements?.isEmpty == true)
        #expect(try await desk.get("/v1/calls/conflicts?all=true").json["items"]?.elements?.count == 1)
    }

    @Test func `waiting calls are listed, and only refused ones are queued again`() async throws {
        let desk = try await LogDesk([])
        _ = try await desk.send("POST", "/v1/calls", as: .correct, #"{"contact":"Ann"}"#)
        let queue = try await desk.get("/v1/calls/queue").json["items"]?.elements
        #expect(queue?.first?["change"]?.string == "create" && queue?.first?["contact"]?.string == "Ann")
        for body in ["{}", nil] {
            let all = try await desk.send("POST", "/v1/calls/queue", as: .correct, body)
            #expect(try await all.json["queued"]?.integer == 0)
        }
        let one = try await desk.send("POST", "/v1/calls/queue", as: .correct, #"{"call":"-1"}"#)
        #expect(one.status == 409)
        let status = try await desk.get("/v1/sync/status").json["stores"]?.elements
        #expect(status?.first { $0["name"]?.string == "calls" }?["waiting"]?.integer == 1)
    }

    @Test func `waiting calls are listed by page, in the order of the outbox`() async throws {
        let desk = try await LogDesk([])
        let path = "/v1/calls/queue"
        #expect(try await desk.get(path).json["items"]?.elements?.isEmpty == true)
        let names = ["Ann", "Bob", "Cleo"]
        for name in names {
            _ = try await desk.send("POST", "/v1/calls", as: .correct, "{\"contact\":\"\(name)\"}")
        }
        let (first, pages) = try await desk.pages("\(path)?limit=2")
        #expect(first.headers["Link"]?.hasPrefix("<\(path)?limit=2&cursor=") == true)
        #expect(pages.map { $0.map { $0["contact"]?.string } } == [["Ann", "Bob"], ["Cleo"]])
        #expect(try await desk.problem(desk.get("\(path)?cursor=x")) == "no-such-page")
    }
}

extension LogDesk {
    /// Adds a call that was changed here and on the server.
    ///
    /// - Parameters:
    ///   - local: The notes of the version of this store.
    ///   - server: The notes of the other version, which the sync chose.
    func addConflict(local: String, server: String) async throws {
        let store = try CallLogStorage.open(.file(folders.calls))
        let contact = try await store.contact(creatingNamed: "Ann").contact
        let call = try await store.saveCallLog(
            CallDraft(contactId: contact.id, calledAt: store.now, notes: server))
        let (id, now) = (store.nextID(), store.now)
        let loser = CallVersion(
            contactId: contact.id, calledAt: call.calledAt, duration: 0, emotionalState: nil, notes: local,
            updatedAt: call.updatedAt - 1)
        try await store.syncTransaction {
            try $0.storeConflictCopy(loser, of: call.key, wasLocal: true, as: id, at: now)
        }
        try store.close()
    }
}
