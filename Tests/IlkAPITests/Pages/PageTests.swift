#if Server
    import Foundation
    import IlkFraming
    import IlkHTTP
    import IlkLog
    import IlkPage
    import IlkStore
    import IlkSyncStore
    import IlkVocabulary
    import StoreTestSupport
    import Testing

    @Suite("pages for people") struct PageTests {
        private static let hostile =
            "\"><script>alert(1)</script>'\u{338}\"\u{338} onfocus=alert(2) <\u{338}b>&amp;"
        private static let pages = [
            "/ui/overview/doctype", "/ui/try", "/ui/review/doctype", "/ui/log/doctype", "/ui/log/doctype/-1",
            "/ui/models/doctype", "/ui/models/doctype/built-in", "/ui/rules/doctype",
            "/ui/rules/doctype?measure=yes", "/ui/rules/doctype/new", "/ui/models/doctype/label-issues",
            "/ui/system", "/ui/system/stores?check=true",
            "/ui/system/tokens", "/ui/system/configuration", "/ui/system/changes",
            "/ui/calls", "/ui/calls/statistics", "/ui/calls/new", "/ui/calls/-1", "/ui/mail",
            "/ui/mail?account=ann%40example.org&label=Label_1", "/ui/mail?q=is%3Aunread",
            "/ui/mail/threads/t1?account=ann%40example.org", "/ui/usage", "/ui/usage/regressions",
            "/ui/usage/events", "/ui/debug", "/ui/debug/tail", "/ui/debug/templates", "/ui/debug/events/-1",
            "/ui/sync", "/ui/sync/outbox", "/ui/sync/conflicts",
        ]

        @Test func `each page restricts what it loads and who shows it`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            try await desk.addRecords("want")
            for path in Self.pages {
                let response = try await desk.get(path)
                #expect(response.status == 200, "\(path)")
                #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
                let policy = try #require(response.headers["Content-Security-Policy"])
                for rule in [
                    "default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'",
                ] {
                    #expect(policy.contains(rule))
                }
                #expect(!policy.contains("unsafe"))
                #expect(response.headers["Cache-Control"] == "no-store")
                #expect(response.headers["X-Content-Type-Options"] == "nosniff")
                let text = try await response.text
                for banned in [" style=", "<style", "javascript:", "http://", "https://", " onclick="] {
                    #expect(!text.contains(banned), "\(path) contains \(banned)")
                }
                for part in ["<!doctype html>", "<html lang=\"en\">"] {
                    #expect(text.contains(part), "\(path)")
                }
                #expect(text.components(of: "<h1>") == 1, "\(path)")
            }
        }

        @Test func `stored texts are escaped on each page, also before combining marks`() async throws {
            let desk = try await PageDesk.signedIn(.admin, [Self.hostile])
            try await desk.addRecords(Self.hostile)
            for path in Self.pages {
                let text = try await desk.get(path).text
                #expect(!text.contains("<script>alert"), "\(path)")
                for unescaped in ["\"\u{338}", "<\u{338}"] {
                    #expect(!text.unicodeScalars.contains(sequence: unescaped), "\(path)")
                }
            }
        }

        @Test func `words of a search are escaped in attributes`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            let text = try await desk.get("/ui/log/doctype?q=see%22%CC%B8%20onfocus%3Dx").text
            let attribute = "value=\"see&quot;\u{338} onfocus=x\""
            #expect(text.unicodeScalars.contains(sequence: attribute))
        }

        @Test(arguments: [("1970-01-01", true), ("2100-01-01", false)])
        func `corrections since the beginning of the period are counted`(
            since: String, isCounted: Bool
        ) async throws {
            let desk = try await PageDesk.signedIn(.read)
            try await desk.log.store.correct(.newest(1), to: "document", author: "Ida")
            let text = try await desk.get("/ui/log/doctype?since=\(since)").text
            #expect(text.contains("Human label") == isCounted)
        }

        @Test func `a tried text is explained and not stored`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            let response = try await desk.post(
                "/ui/try",
                ["text": "Hi Bob,\r\nplease find the invoice attached.\r\nRegards, Ann " + Self.hostile],
                from: "/ui/try")
            #expect(response.status == 200)
            let text = try await response.text
            for part in [
                "<mark class=\"for", "Rules that matched", "Word “attached”",
                "What would have to change",
            ] {
                #expect(text.contains(part), "no \(part)")
            }
            #expect(!text.contains("<script>alert"))
            #expect(try await desk.log.store.extent().entries == 2)
        }

        @Test(arguments: [true, false])
        func `a tried text can be corrected only if the server logs texts`(isLogging: Bool) async throws {
            let logger = ClassificationLogger(store: try ClassificationLogStore.open(.memory))
            let desk = try await PageDesk(logger: isLogging ? logger : nil)
            _ = try await desk.signIn(desk.log.tokens[.admin] ?? "")
            let response = try await desk.post("/ui/try", ["text": "x = 1;"], from: "/ui/try")
            #expect(try await response.text.contains("That is wrong") == isLogging)
            await logger.close()
        }

        @Test(arguments: [(AccessScope.read, false), (.correct, false), (.admin, true)])
        func `only a token that can classify gets the form for a text`(
            scope: AccessScope, canClassify: Bool
        ) async throws {
            let text = try await PageDesk.signedIn(scope).get("/ui/try").text
            #expect(text.contains(">Classify</button>") == canClassify)
            #expect(text.contains("Your token cannot classify texts") != canClassify)
        }

        @Test func `a form without the secret of the session is refused and changes nothing`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            let path = "/ui/log/doctype/-1"
            let stranger = try await PageDesk.signedIn(.admin).secret(of: path)
            for secret in ["", "x", stranger] {
                let fields = ["form": secret, "category": "document"]
                #expect(try await desk.postWithoutSecret(path, fields).status == 403)
            }
            for headers: HeaderFields in [
                ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
                ["Origin": "https://evil.example", "Host": "localhost"],
                ["Origin": "null", "Host": "localhost"],
            ] {
                let response = try await desk.post(
                    path, ["category": "document"], from: path, headers: headers)
                #expect(response.status == 403)
            }
            #expect(try await desk.log.store.entry(.newest(1)).correction == nil)
        }

        @Test(arguments: [(AccessScope.read, false, false), (.correct, true, false), (.admin, true, true)])
        func `a role has only its buttons, and the routes refuse the others`(
            scope: AccessScope, corrects: Bool, trains: Bool
        ) async throws {
            let desk = try await PageDesk.signedIn(scope)
            #expect(try await desk.get("/ui/log/doctype/-1").text.contains("The right label is") == corrects)
            #expect(try await desk.get("/ui/review/doctype").text.contains("data-keys") == corrects)
            #expect(try await desk.get("/ui/review/doctype").text.contains("Retrain now") == trains)
            let page = "/ui/log/doctype"
            let corrected = try await desk.post(page + "/-1", ["category": "document"], from: page)
            #expect(corrected.status == (corrects ? 303 : 403))
            let promoted = try await desk.post(
                "/ui/models/doctype/built-in/promote", ["reason": "test"], from: page)
            #expect(promoted.status == (trains ? 303 : 403))
        }

        @Test func `a text is labeled, the label is undone, and the text is skipped`() async throws {
            let desk = try await PageDesk.signedIn(.correct)
            let page = "/ui/review/doctype"
            let entry = try await desk.log.store.entry(.newest(1))
            let labeled = try await desk.post(
                page, ["entry": entry.id.description, "category": "document"], from: page)
            #expect(labeled.status == 303 && labeled.headers["Location"] == page)
            let after = try await desk.log.store.entry(.newest(1))
            #expect(after.correctedCategory == "document" && after.correction?.author == "correct")
            let text = try await desk.get(page).text
            #expect(
                text.contains("Labeled: document. Before:")
                    && text.contains("You labeled 1 text in this session"))
            let correction = after.correction?.id.description ?? ""
            _ = try await desk.post(
                page + "/undo", ["entry": entry.id.description, "correction": correction], from: page)
            #expect(try await desk.log.store.entry(.newest(1)).correction == nil)
            _ = try await desk.post(page, ["entry": entry.id.description, "skip": "skip"], from: page)
            #expect(try await desk.log.store.skippedEntries() == [entry.id])
            let queue = try await desk.log.get("/v1/log/doctype/queue").json["items"]?.elements ?? []
            #expect(queue.count > 1 && queue.last?["id"]?.string == entry.id.description)
            _ = try await desk.post(page + "/undo", ["entry": entry.id.description], from: page)
            #expect(try await desk.log.store.skippedEntries().isEmpty)
        }

        @Test func `records are downloaded as the API returns them`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            let path = "/ui/data?path=%2Fv1%2Flog%2Fdoctype%3Flimit%3D1&as="
            for (format, type) in [
                ("json", "application/json"), ("ndjson", "application/x-ndjson"),
                ("csv", "text/csv; charset=utf-8"),
            ] {
                let response = try await desk.get(path + format)
                #expect(response.status == 200 && response.headers["Content-Type"] == type)
                #expect(response.headers["Content-Disposition"] == "attachment; filename=\"ilk.\(format)\"")
            }
            #expect(try await desk.get("/ui/data?path=%2Fui%2Flog&as=json").status == 404)
            #expect(try await desk.get("/ui/data?path=%2Fv1%2Faudit&as=json").status == 403)
        }

        @Test func `a problem is a page with the reason`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            let response = try await desk.get("/ui/log/doctype/ffffffff")
            #expect(response.status == 404)
            let text = try await response.text
            #expect(text.contains("There is no entry") && text.contains("/problems/no-such-record"))
            #expect(response.headers["Content-Security-Policy"] != nil)
        }

        @Test func `files that pages load are kept by browsers`() async throws {
            let desk = try await PageDesk()
            let text = try await desk.get("/ui/sign-in").text
            for name in ["style.css", "page.js", "icon.svg"] {
                let end = try #require(text.range(ofFile: name))
                let response = try await desk.get(end)
                #expect(response.status == 200)
                #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
                #expect(try await response.text.utf8.count < 30_000)
            }
            #expect(try await desk.get("/ui/files/000000000000/style.css").status == 404)
            #expect(try await desk.get("/ui/files/000000000000/layout.mustache").status == 404)
        }

        @Test(arguments: ["{{{title}}}", "{{&title}}", "{{%CONTENT_TYPE:TEXT}}", "{{#title}}"])
        func `a replaced template that is unsafe or invalid is reported and not used`(text: String)
            async throws
        {
            let scratch = try Scratch()
            try text.write(toFile: scratch.path("try.mustache"), atomically: true, encoding: .utf8)
            try "Own {{title}}".write(toFile: scratch.path("log.mustache"), atomically: true, encoding: .utf8)
            var settings = PageSettings()
            settings.folder = scratch.folder.path
            let desk = try await PageDesk.signedIn(.read, ["x = 1;"], settings)
            let page = try await desk.get("/ui/models/doctype").text
            #expect(page.contains("A replaced file is not used: the template try.mustache"))
            #expect(try await desk.get("/ui/log/doctype").text == "Own Log of doctype")
        }

        @Test func `a pack is checked, compared, saved, restored and removed`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            let new = "/ui/rules/doctype/new"
            let start = try await desk.get(new).text
            #expect(start.contains("pack: own"))
            func post(_ page: String, _ step: String, _ text: String, _ others: [String: String] = [:])
                async throws -> APIResponse
            {
                let fields = ["step": step, "text": text, "name": "own"].merging(others) { $1 }
                return try await desk.post(page, fields, from: page)
            }
            let wrong = try await post(new, "check", Self.pack + "\"<b>\": [\n").text
            #expect(wrong.contains("Error: ") && !wrong.contains("<b>"))
            let compared = try await post(new, "compare", Self.pack.replacing("\n", with: "\r\n")).text
            #expect(compared.contains("1 would get another verdict"))
            #expect(compared.contains("2 of 2 examples passed"))
            for name in ["", "..", "a/b", "Own"] {
                let unnamed = try await post(new, "save", Self.pack, ["name": name]).text
                #expect(unnamed.contains("may contain only lowercase letters, digits and hyphens"), "\(name)")
            }
            let saved = try await post(new, "save", Self.pack, ["reason": "needed"])
            let page = "/ui/rules/doctype/packs/own"
            #expect(saved.status == 303 && saved.headers["Location"] == page)
            let stale = try await post(page, "save", Self.pack, ["tag": "\"0\""])
            #expect(try await stale.text.contains("The pack was changed after it was read"))
            let shown = try await desk.get(page + "?version=1").text
            #expect(shown.contains("id: own.harbor") && shown.contains("needed"))
            let tag = try await desk.log.get("/v1/rules/doctype/packs/own").headers["ETag"] ?? ""
            #expect(try await post(page, "remove", Self.pack, ["tag": tag]).status == 303)
            #expect(try await desk.get("/ui/rules/doctype").text.contains("own.harbor") == false)
            #expect(try await post(new, "save", Self.pack, ["reason": "back"]).status == 303)
            // The removal is a row of the history without a link.
            let history = try await desk.get(page).text
            #expect(history.contains("Removed.") && !history.contains("href=\"\(page)\">Version"))
        }

        private static let pack = """
            version: 1
            pack: own
            taxonomy: doctype
            description: Mine.
            rules:
              - id: own.harbor
                description: A word
                label: email
                weight: 9
                match: { word: { words: [see] } }
                examples: { match: ["see it"], reject: ["nothing"] }

            """

        @Test func `each page counts once against the limit on requests`() async throws {
            let desk = try await PageDesk(["x = 1;"], requestsPerMinute: 3)
            #expect(try await desk.signIn(desk.log.tokens[.read] ?? "").status == 303)
            for _ in 0..<3 { #expect(try await desk.get("/ui/overview/doctype").status == 200) }
            let refused = try await desk.get("/ui/overview/doctype")
            #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
            #expect(try await refused.text.contains("href=\"/ui/models\""))
        }

        @Test func `a problem page has the navigation of the session`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            #expect(try await desk.get("/ui/log/doctype/ffffffff").text.contains("href=\"/ui/models\""))
            #expect(try await PageDesk().get("/ui/files/0/x").text.contains("href=\"/ui/models\"") == false)
        }

        @Test func `a cookie gives no access to the API`() async throws {
            let desk = try await PageDesk.signedIn(.admin)
            #expect(try await desk.get("/v1/log").status == 401)
        }
    }

    extension String {
        /// Returns the number of occurrences of a text.
        fileprivate func components(of part: String) -> Int {
            var (count, rest) = (0, self[...])
            while let range = rest.firstRange(of: part) {
                count += 1
                rest = rest[range.upperBound...]
            }
            return count
        }

        /// Returns the address of a file in a page.
        fileprivate func range(ofFile name: String) -> String? {
            split(separator: "\"").first { $0.hasPrefix("/ui/files/") && $0.hasSuffix("/" + name) }.map(
                String.init)
        }
    }

    extension String.UnicodeScalarView {
        fileprivate func contains(sequence text: String) -> Bool {
            Array(self).firstRange(of: Array(text.unicodeScalars)) != nil
        }
    }
#endif
