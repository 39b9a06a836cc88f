import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The forms about the calls that a person selected in the list: export, tags and deletion.
struct SelectedCallPages {
    let pages: Pages

    var routes: [Route] { [export, tag, delete] }

    private var export: Route {
        pages.form("/ui/calls/export", "exportCallsOfPage", "Export the selected calls.") { visit, fields in
            guard let body = Self.body(fields) else { return Self.noSelection(visit, fields) }
            let format = DataFormat(rawValue: fields["as"] ?? "") ?? .csv
            // Spreadsheets must not run notes as formulas.
            let path = "/v1/calls/export" + (format == .csv ? "?spreadsheet=true" : "")
            var response = try await visit.respond("POST", path, body, accept: format.mediaType)
            response.headers["Content-Disposition"] = "attachment; filename=\"calls.\(format.rawValue)\""
            return response
        }
    }

    private var tag: Route {
        pages.form("/ui/calls/tags", "tagCallsOfPage", "Change the tags of the selected calls.") {
            visit, fields in
            let tags = CallPages.tags(fields["tags"] ?? "")
            let change = fields["change"] == "remove" ? "remove" : "add"
            guard let body = Self.body(fields, { $0.field(change, tags) }) else {
                return Self.noSelection(visit, fields)
            }
            guard !tags.isEmpty else {
                return visit.redirect(to: Self.list(fields), "Enter at least one tag.")
            }
            let done = try await visit.send("POST", "/v1/calls/tags", body)
            let count = PageText.counted(done["changed"]?.integer ?? 0, "call")
            return visit.redirect(to: Self.list(fields), "Changed the tags of \(count).")
        }
    }

    /// Shows the selected calls and asks for a confirmation. The form of that page names the same calls, so that
    /// the deletion affects only calls that the page showed.
    private var delete: Route {
        pages.form("/ui/calls/delete", "deleteCallsOfPage", "Delete the selected calls.") { visit, fields in
            guard visit.token.permits(.correct) else {
                throw Problem(.scope, "the token lacks the scope 'correct'")
            }
            guard let body = Self.body(fields) else { return Self.noSelection(visit, fields) }
            guard fields["confirmed"] != nil else {
                let view = CallDeletionView(
                    try await visit.send("POST", "/v1/calls/export", body), filters: Self.filters(fields),
                    back: Self.list(fields))
                return visit.html("calls-delete", "Delete calls", view)
            }
            let done = try await visit.send("POST", "/v1/calls/delete", body)
            let count = PageText.counted(done["deleted"]?.integer ?? 0, "call")
            return visit.redirect(to: Self.list(fields), "Deleted \(count).")
        }
    }

    /// Returns the body of a request about the selected calls, or `nil` if no call is selected.
    ///
    /// - Parameter write: Writes the other fields.
    private static func body(
        _ fields: FormFields, _ write: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8]? {
        let calls = fields.all("call")
        guard !calls.isEmpty else { return nil }
        return Visit.object { writer in
            writer.field("calls", calls)
            write(&writer)
        }
    }

    private static func noSelection(_ visit: Visit, _ fields: FormFields) -> APIResponse {
        visit.redirect(to: list(fields), "Select at least one call.")
    }

    /// Returns the filters of the list from which a form was sent.
    private static func filters(_ fields: FormFields) -> [Pair] {
        CallPages.query.map { Pair($0, fields[$0] ?? "") }.filter { !$0.value.isEmpty }
    }

    /// Returns the path of the list from which a form was sent.
    private static func list(_ fields: FormFields) -> String {
        PagePath.path(CallPages.path, filters(fields))
    }
}
