import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of rules: the active rules, their files, and the editor of the user's packs.
struct RulePages {
    let pages: Pages

    var routes: [Route] { [start, list, file, create, edit, add, change] }

    private static let yaml = "application/yaml"

    private var start: Route {
        pages.page("/ui/rules", "openRules", "Open the rules of the first taxonomy.") { visit in
            guard let first = try await Self.taxonomies(visit).first else {
                throw Problem(.noSuchTaxonomy, "there is no taxonomy with rules")
            }
            return Pages.redirect(to: "/ui" + PagePath.path("rules", first))
        }
    }

    private var list: Route {
        pages.page(
            "/ui/rules/{taxonomy}", "openRuleList", "List the active rules of a taxonomy.", query: ["measure"]
        ) { visit in
            let path = "/v1" + PagePath.path("rules", visit["taxonomy"])
            let figures =
                visit["measure"].isEmpty ? nil : try await visit.find(path + "/stats")
            let view = RuleListView(
                visit, try await visit.get(path + "/packs"), try await visit.find(path), figures)
            return visit.html(
                "rules", "Rules of \(visit["taxonomy"])", view,
                links: visit.links(toTaxonomies: try await Self.taxonomies(visit), of: "/ui/rules"),
                source: .init(path))
        }
    }

    private struct FileView {
        let list: String
        let text: String
        /// The path that copies the file into a new pack, or `nil` if the person may not change rules.
        let copy: String?
    }

    private var file: Route {
        pages.page("/ui/rules/{taxonomy}/file", "openRuleFile", "Show a rule file.", query: ["file"]) {
            visit in
            let list = "/ui" + PagePath.path("rules", visit["taxonomy"])
            let file = Pair("file", visit["file"])
            let text = try await Self.source(visit, file)
            let view = FileView(
                list: list, text: text,
                copy: visit.token.permits(.train) ? PagePath.path(list + "/new", [file]) : nil)
            let name = visit["file"].split(separator: "/").last.map(String.init) ?? "Rule file"
            return visit.html("rule-file", name, view)
        }
    }

    // MARK: Editor

    private var create: Route {
        pages.page("/ui/rules/{taxonomy}/new", "openNewRulePack", "Open a new pack.", query: ["file"]) {
            visit in
            var draft = RuleDraft(isNew: true)
            _ = try await visit.get("/v1" + PagePath.path("rules", visit["taxonomy"], "packs"))
            if visit["file"].isEmpty {
                let label = try await visit.labels(visit["taxonomy"]).names.first ?? ""
                draft.text = RuleDraft.beginning(visit["taxonomy"], label: label)
            } else {
                draft.text = try await Self.source(visit, Pair("file", visit["file"]))
            }
            return try await Self.editor(visit, draft)
        }
    }

    private var edit: Route {
        pages.page(
            "/ui/rules/{taxonomy}/packs/{pack}", "openRulePack", "Open a pack of the user.",
            query: ["version"]
        ) { visit in
            let path = Self.path(visit, visit["pack"])
            var draft = RuleDraft(name: visit["pack"])
            do {
                let current = try await visit.respond("GET", path)
                draft.tag = current.headers["ETag"] ?? ""
                draft.text = Self.text(current)
            } catch let problem as Problem where problem.type == .noSuchRecord && !visit["version"].isEmpty {
                // A version of a removed pack can be saved again.
            }
            if !visit["version"].isEmpty {
                let version = path + "/history" + PagePath.path(visit["version"])
                let present = draft.text
                draft.text = Self.text(try await visit.respond("GET", version))
                draft.changed = ChangedLines(from: draft.text, to: present)
            }
            draft.check = try await Self.check(visit, draft.text)
            return try await Self.editor(visit, draft)
        }
    }

    private var add: Route {
        pages.form("/ui/rules/{taxonomy}/new", "addRulePack", "Check or save a new pack.") { visit, fields in
            var draft = RuleDraft(fields)
            draft.isNew = true
            draft.name = fields["name"] ?? ""
            return try await Self.act(visit, fields, draft)
        }
    }

    private var change: Route {
        pages.form(
            "/ui/rules/{taxonomy}/packs/{pack}", "changeRulePack", "Check, compare, save or remove a pack."
        ) { visit, fields in
            var draft = RuleDraft(fields)
            draft.name = visit["pack"]
            return try await Self.act(visit, fields, draft)
        }
    }

    /// Performs the action of the button that was pressed.
    private static func act(
        _ visit: Visit, _ fields: FormFields, _ draft: RuleDraft
    ) async throws -> APIResponse {
        var draft = draft
        let action = fields["step"] ?? "check"
        let path = path(visit, draft.name)
        do {
            if draft.isNew { try checkName(draft.name, isRequired: ["save", "force"].contains(action)) }
            switch action {
            case "save", "force":
                let query = [Pair("reason", draft.reason), Pair("force", action == "force" ? "true" : "")]
                _ = try await visit.respond(
                    "PUT", PagePath.path(path, query), Array(draft.text.utf8), type: yaml,
                    ifMatch: draft.tag.isEmpty ? nil : draft.tag)
                return visit.redirect(
                    to: "/ui" + PagePath.path("rules", visit["taxonomy"], "packs", draft.name),
                    "Saved. The server uses the rules within a second.")
            case "remove":
                let target = PagePath.path(path, [Pair("reason", draft.reason)])
                _ = try await visit.respond("DELETE", target, ifMatch: draft.tag)
                return visit.redirect(
                    to: "/ui" + PagePath.path("rules", visit["taxonomy"]), "Removed the pack \(draft.name).")
            case "compare":
                let name = draft.name.isEmpty ? "new" : draft.name
                let json = try await visit.send(
                    "POST", Self.path(visit, name) + "/diff", Array(draft.text.utf8), type: yaml)
                draft.diff = RuleDiffView(json, taxonomy: visit["taxonomy"])
            default: break
            }
        } catch let problem as Problem where (400..<500).contains(problem.type.status) {
            draft.faults = [PageText.sentence(problem.detail) + "."]
        }
        draft.check = try await check(visit, draft.text)
        return try await editor(visit, draft)
    }

    /// Refuses a name that cannot be in the path of a request. The API checks the other names.
    private static func checkName(_ name: String, isRequired: Bool) throws(Problem) {
        let isPart = !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
        guard !isPart, isRequired || !name.isEmpty else { return }
        throw Problem(
            .invalidParameter,
            "the name may contain only lowercase letters, digits and hyphens, and begins with a letter")
    }

    private static func editor(_ visit: Visit, _ draft: RuleDraft) async throws -> APIResponse {
        var changes: JSONTree?
        if !draft.isNew, case .success(let json) = try await visit.find(path(visit, draft.name) + "/history")
        {
            changes = json
        }
        let view = RulePackView(visit, draft, changes: changes)
        let title = draft.isNew ? "New pack of \(visit["taxonomy"])" : "Pack \(draft.name)"
        return visit.html("rule-pack", title, view)
    }

    // MARK: Requests

    /// Checks a pack that is added to the active rules. Returns its problems and the results of its examples,
    /// or `nil` if the text is empty.
    private static func check(_ visit: Visit, _ text: String) async throws -> RuleCheckView? {
        // An empty body would check the active rules.
        guard !text.isEmpty else { return nil }
        let path = "/v1" + PagePath.path("rules", visit["taxonomy"])
        let body = Array(text.utf8)
        let lint = try await visit.send("POST", path + "/lint?onTop=true", body, type: yaml)
        let test =
            lint["errors"]?.integer == 0
            ? try await visit.send("POST", path + "/test?onTop=true", body, type: yaml) : nil
        return RuleCheckView(text, lint: lint, test: test)
    }

    private static func path(_ visit: Visit, _ pack: String) -> String {
        "/v1" + PagePath.path("rules", visit["taxonomy"], "packs", pack)
    }

    private static func source(_ visit: Visit, _ file: Pair) async throws -> String {
        let path = "/v1" + PagePath.path("rules", visit["taxonomy"]) + "/source"
        return text(try await visit.respond("GET", PagePath.path(path, [file])))
    }

    private static func text(_ response: APIResponse) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func taxonomies(_ visit: Visit) async throws -> [String] {
        try await visit.names("taxonomy", in: "/v1/rules")
    }
}

extension RuleDraft {
    /// - Parameter fields: The fields of the editor.
    fileprivate init(_ fields: FormFields) {
        self.init()
        text = fields["text"] ?? ""
        tag = fields["tag"] ?? ""
        reason = fields["reason"] ?? ""
    }
}
