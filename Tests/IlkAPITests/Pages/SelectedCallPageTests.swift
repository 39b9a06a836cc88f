#if Server
    import IlkFraming
    import IlkHTTP
    import IlkPage
    import IlkSyncStore
    import Testing

    @Suite("pages about several calls") struct SelectedCallPageTests {
        private static let page = "/ui/calls?contact=Ann"

        /// Returns a desk with three calls with Ann, and the fields of a form that selects two of them.
        private func desk(
            _ scope: AccessScope
        ) async throws -> (desk: PageDesk, fields: [(String, String)]) {
            let desk = try await PageDesk.signedIn(scope)
            let calls = try await desk.log.addCalls(["one", "two", "three"])
            return (desk, calls.prefix(2).map { ("call", $0) } + [("contact", "Ann")])
        }

        @Test func `selected calls are deleted after a confirmation, and the list keeps its filters`()
            async throws
        {
            let (desk, fields) = try await desk(.correct)
            let list = try await desk.get(Self.page).text
            for (name, value) in fields where name == "call" {
                #expect(list.contains("name=\"call\" value=\"\(value)\""))
            }
            let asked = try await desk.post("/ui/calls/delete", pairs: fields, from: Self.page)
            let question = try await asked.text
            #expect(asked.status == 200 && question.contains("Delete 2 calls now"))
            #expect(question.contains(">one<") && !question.contains(">three<"))
            #expect(question.contains("name=\"contact\" value=\"Ann\""))
            #expect(try await desk.log.get("/v1/calls").json["items"]?.elements?.count == 3)
            let done = try await desk.post(
                "/ui/calls/delete", pairs: fields + [("confirmed", "yes")], from: Self.page)
            #expect(done.status == 303 && done.headers["Location"] == Self.page)
            let after = try await desk.get(Self.page).text
            #expect(after.contains("Deleted 2 calls.") && after.contains(">three<"))
            #expect(!after.contains(">one<"))
        }

        @Test func `the tags of selected calls are changed`() async throws {
            let (desk, fields) = try await desk(.correct)
            for (change, tags, rest) in [
                ("add", "work, home", ["home", "work"]), ("remove", "work", ["home"]),
            ] {
                let done = try await desk.post(
                    "/ui/calls/tags", pairs: fields + [("change", change), ("tags", tags)], from: Self.page)
                #expect(done.status == 303)
                #expect(try await desk.get(Self.page).text.contains("Changed the tags of 2 calls."))
                let call = try await desk.log.get("/v1/calls/\(fields[0].1)").json
                #expect(call["tags"]?.elements?.compactMap(\.string) == rest)
            }
            _ = try await desk.post("/ui/calls/tags", pairs: fields + [("tags", " , ")], from: Self.page)
            #expect(try await desk.get(Self.page).text.contains("Enter at least one tag."))
        }

        @Test func `a viewer exports selected calls, and cannot change them`() async throws {
            let (desk, fields) = try await desk(.read)
            for (format, type) in [
                ("json", "application/json"), ("ndjson", "application/x-ndjson"),
                ("csv", "text/csv; charset=utf-8"),
            ] {
                let file = try await desk.post(
                    "/ui/calls/export", pairs: fields + [("as", format)], from: Self.page)
                #expect(file.status == 200 && file.headers["Content-Type"] == type)
                #expect(
                    file.headers["Content-Disposition"] == "attachment; filename=\"calls.\(format)\"")
                let text = try await file.text
                #expect(text.contains("one") && text.contains("two") && !text.contains("three"))
            }
            let list = try await desk.get(Self.page).text
            #expect(list.contains("/ui/calls/export") && !list.contains("formaction="))
            for path in ["delete", "tags"] {
                for others in [[], [("confirmed", "yes"), ("tags", "work")]] {
                    let refused = try await desk.post(
                        "/ui/calls/\(path)", pairs: fields + [("tags", "work")] + others, from: Self.page)
                    #expect(refused.status == 403, "\(path)")
                }
            }
        }

        @Test(arguments: ["export", "tags", "delete"])
        func `a form without a selected call changes nothing`(name: String) async throws {
            let (desk, _) = try await desk(.correct)
            let path = "/ui/calls/\(name)"
            let fields = [("confirmed", "yes"), ("tags", "work")]
            #expect(try await desk.post(path, pairs: fields, from: "/ui/calls").status == 303)
            #expect(try await desk.get("/ui/calls").text.contains("Select at least one call."))
            #expect(try await desk.log.get("/v1/calls").json["items"]?.elements?.count == 3)
        }
    }
#endif
