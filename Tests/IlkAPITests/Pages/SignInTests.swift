#if Server
    import IlkAPI
    import IlkHTTP
    import IlkPage
    import IlkSyncStore
    import SyncTestSupport
    import Testing

    @Suite("signing in to the pages") struct SignInTests {
        @Test func `a page without a session leads to the sign-in and back`() async throws {
            let desk = try await PageDesk()
            let response = try await desk.get("/ui/log/doctype?q=see")
            #expect(response.status == 303)
            let target = try #require(response.headers["Location"])
            #expect(target == "/ui/sign-in?next=%2Fui%2Flog%2Fdoctype%3Fq%3Dsee")
            let secret = try await desk.secret(of: target)
            let done = try await desk.postWithoutSecret(
                "/ui/sign-in",
                ["form": secret, "token": desk.log.tokens[.read] ?? "", "next": "/ui/log/doctype?q=see"])
            #expect(done.status == 303 && done.headers["Location"] == "/ui/log/doctype?q=see")
            #expect(try await desk.get("/ui/log/doctype?q=see").status == 200)
        }

        @Test(arguments: [
            "//evil.example/", "https://evil.example/", "/ui/\\evil.example", "/v1/log", "/ui/sign-out",
            "/ui/ x",
        ])
        func `the sign-in leads to pages of the server only`(next: String) async throws {
            let desk = try await PageDesk()
            let done = try await desk.post(
                "/ui/sign-in", ["token": desk.log.tokens[.read] ?? "", "next": next], from: "/ui/sign-in")
            #expect(done.headers["Location"] == "/ui/overview")
        }

        @Test func `the cookie is out of reach of scripts and of other sites`() async throws {
            for isSecure in [false, true] {
                var settings = PageSettings()
                settings.isSecure = isSecure
                let desk = try await PageDesk(["x = 1;"], settings)
                let cookie = try #require(
                    try await desk.signIn(desk.log.tokens[.read] ?? "").headers["Set-Cookie"])
                #expect(cookie.hasPrefix("ilk="))
                for part in ["HttpOnly", "SameSite=Strict", "Path=/ui"] {
                    #expect(cookie.contains("; " + part))
                }
                #expect(cookie.contains("; Secure") == isSecure)
            }
        }

        @Test func `signing in ends the session of the browser and starts one with another id`() async throws
        {
            let desk = try await PageDesk.signedIn(.read)
            let first = desk.cookies["ilk"]
            let again = try await desk.signIn(desk.log.tokens[.read] ?? "")
            #expect(again.status == 303 && desk.cookies["ilk"] != first)
            desk.setCookie("ilk", first)
            #expect(try await desk.get("/ui/log/doctype").status == 303)
            // An id that another person chose.
            desk.setCookie("ilk", String(repeating: "0", count: 64))
            _ = try await desk.signIn(desk.log.tokens[.read] ?? "")
            #expect(desk.cookies["ilk"] != String(repeating: "0", count: 64))
        }

        @Test func `signing out and revoking the token end the session`() async throws {
            let desk = try await PageDesk.signedIn(.read)
            let session = desk.cookies["ilk"]
            let response = try await desk.post("/ui/sign-out", [:], from: "/ui/log/doctype")
            #expect(response.status == 303 && desk.cookies["ilk"] == nil)
            desk.setCookie("ilk", session)
            #expect(try await desk.get("/ui/log/doctype").status == 303)

            let other = try await PageDesk.signedIn(.read)
            #expect(try await other.get("/ui/log/doctype").status == 200)
            #expect(try await other.log.desk.hub.removeToken(of: "home", name: "read"))
            #expect(try await other.get("/ui/log/doctype").status == 303)
        }

        @Test func `a session ends 12 hours after its last use, and after a week`() async throws {
            let hour: Int64 = 3_600_000
            let clock = ManualClock()
            let desk = try await PageDesk(clock: clock)
            _ = try await desk.signIn(desk.log.tokens[.read] ?? "")
            for _ in 0..<15 {
                #expect(try await desk.get("/ui/log/doctype").status == 200)
                clock.pass(11 * hour)
            }
            clock.pass(4 * hour)
            #expect(try await desk.get("/ui/log/doctype").status == 303)
            _ = try await desk.signIn(desk.log.tokens[.read] ?? "")
            clock.pass(12 * hour)
            #expect(try await desk.get("/ui/log/doctype").status == 303)
        }

        @Test func `a wrong token is refused, and guessing ends with status 429`() async throws {
            let desk = try await PageDesk(clock: ManualClock())
            let secret = try await desk.secret(of: "/ui/sign-in")
            var statuses: [Int] = []
            for _ in 0..<102 {
                let cookie = desk.cookies["ilk-form"]
                let fields = ["form": secret, "token": "ilk_wrong"]
                statuses.append(try await desk.postWithoutSecret("/ui/sign-in", fields).status)
                desk.setCookie("ilk-form", cookie)
            }
            #expect(statuses == Array(repeating: 401, count: 100) + [429, 429])
            // A valid token is accepted nevertheless.
            let fields = ["form": secret, "token": desk.log.tokens[.read] ?? ""]
            #expect(try await desk.postWithoutSecret("/ui/sign-in", fields).status == 303)
        }

        @Test(arguments: [AccessScope.debug, .metrics, .sync, .classify])
        func `a token that cannot read is refused with the reason`(scope: AccessScope) async throws {
            let desk = try await PageDesk()
            let response = try await desk.signIn(desk.log.tokens[scope] ?? "")
            #expect(response.status == 403)
            #expect(try await response.text.contains("lacks the scope &#39;read&#39;"))
        }

        @Test func `the link of the server signs in once as an administrator`() async throws {
            var settings = PageSettings()
            let link = SignInLink(SystemSyncClock())
            settings.link = link
            let desk = try await PageDesk(["x = 1;"], settings)
            // Loading the link does not use it, as previews do.
            for _ in 0..<2 { #expect(try await desk.get(link.path).status == 200) }
            let secret = String(link.path.drop { $0 != "=" }.dropFirst())
            let done = try await desk.post("/ui/sign-in", ["link": secret], from: link.path)
            #expect(done.status == 303)
            #expect(try await desk.get("/ui/models/doctype").text.contains("administrator"))
            let again = try await PageDesk(["x = 1;"], settings)
            #expect(try await again.post("/ui/sign-in", ["link": secret], from: link.path).status == 401)
            // Signing out removes its token.
            _ = try await desk.post("/ui/sign-out", [:], from: "/ui/models/doctype")
            #expect(try await desk.log.desk.hub.tokens().allSatisfy { !$0.name.hasPrefix("page ") })
            let changes = try await desk.log.service.audit(limit: 9)
            #expect(changes.map(\.route) == ["/ui/sign-out", "/ui/sign-in"])
            #expect(changes.allSatisfy { $0.token.hasPrefix("page ") && $0.correlation.utf8.count == 36 })
        }

        @Test func `a sign-in form of another site is refused`() async throws {
            let desk = try await PageDesk()
            let token = desk.log.tokens[.read] ?? ""
            #expect(try await desk.postWithoutSecret("/ui/sign-in", ["token": token]).status == 403)
            let foreign = try await desk.post(
                "/ui/sign-in", ["token": token], from: "/ui/sign-in",
                headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == 403 && desk.cookies["ilk"] == nil)
        }
    }
#endif
