import IlkFraming
import IlkHTTP

/// A call with its form.
struct CallView {
    let time: String
    let contact: String
    let byContact: String
    let duration: String
    let emotion: String
    let suggestion: String?
    let notes: String
    let tags: String
    let attachments: [String]
    let sync: String
    let changed: String
    /// The form, or `nil` for people who may not change calls.
    let form: CallFormView?

    init(_ json: JSONTree, contacts: [String], canChange: Bool) {
        time = PageText.time(json["calledAt"]?.string) + " UTC"
        contact = json["contact"]?.string ?? ""
        byContact = PagePath.path("/ui/calls", [Pair("contact", contact)])
        duration = Self.duration(json["duration"]?.integer)
        emotion = Self.emotion(json)
        suggestion = json["suggestion"].map { suggestion in
            let share = (suggestion["probability"]?.double).map(PageText.percent) ?? ""
            let evidence = (suggestion["evidence"]?.strings ?? []).joined(separator: "; ")
            return
                "\(suggestion["emotion"]?.string ?? "") (\(share))\(evidence.isEmpty ? "" : ": \(evidence)")"
        }
        notes = json["notes"]?.string ?? ""
        tags = (json["tags"]?.strings ?? []).joined(separator: ", ")
        attachments = json["attachments"]?.strings ?? []
        sync = Self.sync(json)
        changed = PageText.time(json["updatedAt"]?.string) + " UTC"
        let time = String((json["calledAt"]?.string ?? "").prefix(16))
        let fields = [
            "contact": contact, "calledAt": time, "shownTime": time,
            "duration": (json["duration"]?.integer).flatMap { $0 > 0 ? "\($0)" : nil } ?? "",
            "emotionalState": json["emotionalState"]?.string ?? "", "notes": notes, "tags": tags,
        ]
        form = canChange ? CallFormView(fields, contacts: contacts, key: json["key"]?.string) : nil
    }

    /// Returns a number of minutes as text, such as `1 h 5 min`, or an empty text for `nil`.
    static func duration(_ minutes: Int?) -> String {
        guard let minutes, minutes > 0 else { return "" }
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Returns the sync status of a call, with the error if there is one.
    static func sync(_ json: JSONTree) -> String {
        (json["syncStatus"]?.string ?? "") + ((json["syncError"]?.string).map { ": \($0)" } ?? "")
    }

    /// Returns the emoji and the name of the emotion of a call.
    static func emotion(_ json: JSONTree) -> String {
        [json["emoji"]?.string, json["emotionalState"]?.string].compactMap { $0 }.joined(separator: " ")
    }
}
