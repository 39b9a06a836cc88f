#if Server
    import IlkFraming
    import IlkHTTP
    import IlkPage
    import IlkSyncStore
    import Testing

    @Suite("pages of the applications and of the server") struct ApplicationPageTests {
        @Test func `a call is recorded, changed and deleted by forms`() async throws {
            let desk = try await PageDesk.signedIn(.correct)
            let fields = [
                "contact": "Ann", "calledAt": "2026-11-20T10:00", "duration": "20", "emotionalState": "happy",
                "notes": "hello", "tags": "work, family",
            ]
            let created = try await desk.post("/ui/calls", fields, from: "/ui/calls/new")
            let path = try #require(created.headers["Location"])
            #expect(created.status == 303 && path.hasPrefix("/ui/calls/"))
            let page = try await desk.get(path).text
            for part in ["Recorded the call.", "2026-11-20 10:00 UTC", "20 min", "family, work"] {
                #expect(page.contains(part), "no \(part)")
            }
            _ = try await desk.post(path, ["contact": "Bob", "notes": "later"], from: path)
            let list = try await desk.get("/ui/calls").text
            #expect(list.contains("2026-11-20 10:00") && list.contains("later") && !list.contains("hello"))
            _ = try await desk.post(path + "/delete", [:], from: path)
            #expect(try await desk.get("/ui/calls").text.contains("No matching calls."))
        }

        @Test func `a refused call is shown again with the reason and what was typed`() async throws {
            let desk = try await PageDesk.signedIn(.correct)
            let response = try await desk.post(
                "/ui/calls", ["contact": "Ann", "duration": "soon", "notes": "a < b"], from: "/ui/calls/new")
            #expect(response.status == 422)
            let text = try await response.text
            #expect(text.contains("role=\"alert\"") && text.contains("duration") && text.contains("a &lt; b"))
            #expect(try await desk.get("/ui/calls").text.contains("No matching calls."))
        }

        @Test func `an edit of the notes keeps the seconds of the time and plain line breaks`() async throws {
            let desk = try await PageDesk.signedIn(.correct)
            let created = try await desk.log.send(
                "POST", "/v1/calls", as: .correct, #"{"contact":"Ann","calledAt":"2026-11-20T10:00:42Z"}"#)
            let key = try #require(try await created.json["key"]?.string)
            let page = "/ui/calls/\(key)"
            let time = "2026-11-20T10:00"
            let fields = ["contact": "Ann", "calledAt": time, "shownTime": time, "notes": "one\r\ntwo"]
            #expect(try await desk.post(page, fields, from: page).status == 303)
            let call = try await desk.log.get("/v1/calls/\(key)").json
            #expect(call["calledAt"]?.string == "2026-11-20T10:00:42.000Z")
            #expect(call["notes"]?.string == "one\ntwo")
        }

        @Test func `a new token is shown on its page only, and days must be a number`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            let page = "/ui/system/tokens"
            let fields = ["name": "short", "scope": "read", "account": "default"]
            let refused = try await desk.post(page, fields.merging(["days": "30d"]) { $1 }, from: page)
            #expect(refused.status == 422)
            #expect(
                try await desk.post(page, fields.merging(["days": "30"]) { $1 }, from: page).status == 303)
            #expect(try await !desk.get("/ui/debug").text.contains("shown only once"))
            #expect(try await desk.get(page).text.contains("shown only once"))
            #expect(try await !desk.get(page).text.contains("shown only once"))
        }

        @Test(arguments: [AccessScope.read, .correct, .admin])
        func `a role has only its forms and parts`(scope: AccessScope) async throws {
            let desk = try await PageDesk.signedIn(scope)
            try await desk.addRecords("want")
            try await desk.log.addConflict(local: "here", server: "there")
            let corrects = scope != .read
            for (path, part) in [
                ("/ui/calls/-1", "Save the changes"), ("/ui/calls", "Record a call"),
                ("/ui/calls", "formaction=\"/ui/calls/delete\""),
                ("/ui/sync/conflicts", "name=\"keep\""), ("/ui/usage/regressions", " now</button>"),
            ] {
                #expect(try await desk.get(path).text.contains(part) == corrects, "\(path)")
            }
            let status = scope == .admin ? 200 : 403
            for path in ["stores", "tokens", "configuration", "changes", "stores/calls/backup"] {
                #expect(try await desk.get("/ui/system/\(path)").status == status, "\(path)")
            }
            #expect(try await desk.get("/ui/system").text.contains("/ui/system/tokens") == (scope == .admin))
        }

        @Test func `a conflict is shown side by side and resolved`() async throws {
            let desk = try await PageDesk.signedIn(.correct)
            try await desk.log.addConflict(local: "here", server: "there")
            let page = "/ui/sync/conflicts"
            let text = try await desk.get(page).text
            #expect(text.contains(">here</td>") && text.contains(">there</td>"))
            let action = try #require(
                text.split(separator: "\"").first { $0.hasPrefix("/ui/sync/conflicts/") }.map(String.init))
            let resolved = try await desk.post(action, ["keep": "local"], from: page)
            #expect(resolved.status == 303)
            let after = try await desk.get(page).text
            #expect(after.contains("Resolved: kept the version of this device."))
            #expect(after.contains("No conflicts of calls."))
            #expect(try await desk.log.get("/v1/calls/-1").json["notes"]?.string == "here")
        }

        @Test(arguments: [AccessScope.correct, .admin])
        func `a replaced value is next to the kept value, and only administrators delete it`(
            scope: AccessScope
        ) async throws {
            let desk = try await PageDesk.signedIn(scope)
            try desk.log.addConflictCopy()
            let page = "/ui/sync/conflicts"
            let text = try await desk.get(page).text
            #expect(text.contains(">Dinner</td>") && text.contains(">Supper</td>"))
            let isAdmin = scope == .admin
            #expect(text.contains("Delete the replaced value") == isAdmin)
            let fields = ["store": "usage", "copy": "7380594C-C505-D87E-E56F-7FA4EE12AAB7"]
            let deleted = try await desk.post(page + "/delete", fields, from: page)
            #expect(deleted.status == (isAdmin ? 303 : 403))
            let after = try await desk.get(page).text
            #expect(after.contains("Deleted 1 replaced value.") == isAdmin)
            #expect(after.contains("No replaced values.") == isAdmin)
        }

        @Test func `a thread is plain text, and nothing is loaded from other servers`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            try await desk.addRecords("want")
            let list = try await desk.get("/ui/mail?account=ann%40example.org&label=Label_1").text
            #expect(
                list.contains("1 unread") && list.contains("/ui/mail/threads/t1?account=ann%40example.org"))
            let thread = try await desk.get("/ui/mail/threads/t1?account=ann%40example.org").text
            #expect(thread.contains("&lt;img src=") && !thread.contains("<img"))
        }

        @Test func `a new token is shown once, and revoking the own one ends the session`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            let page = "/ui/system/tokens"
            _ = try await desk.post(page, ["name": "phone", "scope": "sync", "days": "30"], from: page)
            // The secret of the form was read before, so this is the first page after the change.
            #expect(try await desk.get(page).text.contains("shown only once: ilk_"))
            #expect(try await !desk.get(page).text.contains("shown only once"))
            _ = try await desk.post(page + "/admin/revoke", ["account": "home"], from: page)
            let after = try await desk.get(page)
            #expect(after.status == 303 && after.headers["Location"]?.hasPrefix("/ui/sign-in") == true)
        }

        @Test func `the newest events are in a part that the script renews`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            try await desk.addRecords("want")
            let text = try await desk.get("/ui/debug/tail?q=want").text
            #expect(text.contains("data-follow=\"/ui/debug/tail?q=want\"") && text.contains("note=want"))
            #expect(text.contains("GET /v1/debug?q=want&amp;limit=50"))
        }
    }
#endif
