import IlkFraming
import IlkHTTP
import IlkSyncStore
import Testing

@Suite("several calls in the API") struct CallBatchRoutesTests {
    private static let unknown = "00000000-0000-7000-8000-000000000000"

    private func body(_ calls: [String], _ others: String = "") -> String {
        let list = calls.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"calls\":[\(list)]\(others)}"
    }

    private func tags(_ desk: LogDesk, _ call: String) async throws -> [String] {
        try await desk.get("/v1/calls/\(call)").json["tags"]?.elements?.compactMap(\.string) ?? []
    }

    @Test func `several calls are exported in the order of the request`() async throws {
        let desk = try await LogDesk([])
        let calls = try await desk.addCalls(["one", "two", "three"])
        func export(_ type: String, _ query: String = "") async throws -> APIResponse {
            try await desk.send(
                "POST", "/v1/calls/export\(query)", as: .read, headers: ["Accept": type],
                body([calls[2], calls[0], calls[2]]))
        }
        let items = try await export("application/json").json["items"]?.elements ?? []
        #expect(items.map { $0["notes"]?.string } == ["three", "one"])
        #expect(items.map { $0["contact"]?.string } == ["Ann", "Ann"])
        let lines = try await export("application/x-ndjson").text.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("\"notes\":\"three\""))
        let rows = try await export("text/csv").text.split(separator: "\r\n")
        #expect(rows.count == 3 && rows[0].hasPrefix("key,id,contactId,contact,calledAt,"))
        #expect(rows[1].hasPrefix(calls[2]) && rows[1].contains(",three,"))
        #expect(try await export("text/csv", "?spreadsheet=true").text.hasPrefix("'key,id,"))
    }

    @Test func `tags are added to several calls and removed from them`() async throws {
        let desk = try await LogDesk([])
        let calls = try await desk.addCalls(["one", "two"])
        func tag(_ others: String, _ calls: [String]) async throws -> APIResponse {
            try await desk.send("POST", "/v1/calls/tags", as: .correct, body(calls, others))
        }
        let added = try await tag(#","add":["work","home"]"#, calls)
        #expect(try await added.json["changed"]?.integer == 2)
        #expect(try await tag(#","remove":["work"]"#, [calls[0]]).status == 200)
        #expect(try await tags(desk, calls[0]) == ["home"])
        #expect(try await tags(desk, calls[1]) == ["home", "work"])
        for others in ["", #","add":[]"#, #","add":["a,b"]"#] {
            #expect(try await tag(others, calls).status == 422, "\(others)")
        }
        #expect(try await tag(#","add":["a,b"]"#, calls).text.contains("/add"))
        #expect(try await tag(#","add":["new"]"#, calls + [Self.unknown]).status == 404)
        #expect(try await tags(desk, calls[0]) == ["home"])
    }

    @Test func `several calls are deleted, or none if one is missing`() async throws {
        let desk = try await LogDesk([])
        let calls = try await desk.addCalls(["one", "two", "three"])
        func delete(_ calls: [String], as scope: AccessScope = .correct) async throws -> APIResponse {
            try await desk.send("POST", "/v1/calls/delete", as: scope, body(calls))
        }
        #expect(try await delete(calls, as: .read).status == 403)
        #expect(try await delete([]).status == 422)
        #expect(try await delete(["soon"]).status == 404)
        #expect(try await delete([calls[0], Self.unknown]).status == 404)
        #expect(try await desk.get("/v1/calls").json["items"]?.elements?.count == 3)
        #expect(try await delete([calls[0], calls[1], calls[0]]).json["deleted"]?.integer == 2)
        let left = try await desk.get("/v1/calls").json["items"]?.elements ?? []
        #expect(left.map { $0["notes"]?.string } == ["three"])
    }

    @Test(arguments: ["export", "tags", "delete"])
    func `without a store there are no calls`(name: String) async throws {
        let desk = try await LogDesk([])
        let response = try await desk.send(
            "POST", "/v1/calls/\(name)", as: .correct, body(["-1"], name == "tags" ? #","add":["x"]"# : ""))
        #expect(response.status == 404)
    }
}

extension LogDesk {
    /// Records calls with Ann.
    ///
    /// - Parameter notes: The notes of each call.
    /// - Returns: The keys of the calls.
    func addCalls(_ notes: [String]) async throws -> [String] {
        var keys: [String] = []
        for text in notes {
            let created = try await send(
                "POST", "/v1/calls", as: .correct, "{\"contact\":\"Ann\",\"notes\":\"\(text)\"}")
            keys.append(try #require(try await created.json["key"]?.string))
        }
        return keys
    }
}
