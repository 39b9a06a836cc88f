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
    let hasNotes: Bool
    let tags: String
    let attachments: [String]
    let hasAttachments: Bool
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
        hasNotes = !notes.isEmpty
        tags = (json["tags"]?.strings ?? []).joined(separator: ", ")
        attachments = json["attachments"]?.strings ?? []
        hasAttachments = !attachments.isEmpty
        let error = json["syncError"]?.string
        sync = (json["syncStatus"]?.string ?? "") + (error.map { ": \($0)" } ?? "")
        changed = PageText.time(json["updatedAt"]?.string) + " UTC"
        let time = String((json["calledAt"]?.string ?? "").prefix(16))
        let fields = [
            Pair("contact", contact), Pair("calledAt", time), Pair("shownTime", time),
            Pair("duration", (json["duration"]?.integer).flatMap { $0 > 0 ? "\($0)" : nil } ?? ""),
            Pair("emotionalState", json["emotionalState"]?.string ?? ""), Pair("notes", notes),
            Pair("tags", tags),
        ]
        form = canChange ? CallFormView(tabs: [], fields, contacts: contacts, key: json["key"]?.string) : nil
    }

    /// Returns a number of minutes in words, or an empty text without one.
    static func duration(_ minutes: Int?) -> String {
        guard let minutes, minutes > 0 else { return "" }
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Returns the emotion of a call with its emoji.
    static func emotion(_ json: JSONTree) -> String {
        [json["emoji"]?.string, json["emotionalState"]?.string].compactMap { $0 }.joined(separator: " ")
    }
}

/// The form for a call.
struct CallFormView {
    struct Choice {
        let value: String
        let name: String
        let isChosen: Bool
    }

    let tabs: [PageTab]
    let hasTabs: Bool
    let action: String
    let verb: String
    let contact: String
    let calledAt: String
    /// The time that the form showed first.
    let shownTime: String
    let duration: String
    let emotions: [Choice]
    let notes: String
    let tags: String
    let contacts: [String]
    /// The reason why the form was refused.
    let problem: String?
    let deletion: Deletion?

    struct Deletion {
        let path: String
    }

    /// - Parameters:
    ///   - fields: The fields of the form.
    ///   - contacts: The names of known contacts.
    ///   - key: The key of the call, or `nil` for a new one.
    ///   - problem: The reason why the form was refused.
    init(
        tabs: [PageTab], _ fields: [Pair], contacts: [String], key: String? = nil, problem: String? = nil
    ) {
        self.tabs = tabs
        hasTabs = !tabs.isEmpty
        func value(_ name: String) -> String { fields.first { $0.key == name }?.value ?? "" }
        let path = "/ui" + (key.map { PagePath.path("calls", $0) } ?? "/calls")
        action = path
        verb = key == nil ? "Record the call" : "Save the changes"
        (contact, calledAt, duration) = (value("contact"), value("calledAt"), value("duration"))
        (shownTime, notes, tags) = (value("shownTime"), value("notes"), value("tags"))
        emotions = Self.choices(value("emotionalState"), none: "not recorded")
        self.contacts = contacts
        self.problem = problem
        deletion = key == nil ? nil : Deletion(path: path + "/delete")
    }

    /// Returns the emotions to choose from.
    ///
    /// - Parameter none: The name of the empty choice.
    static func choices(_ chosen: String, none: String) -> [Choice] {
        [Choice(value: "", name: none, isChosen: chosen.isEmpty)]
            + CallPages.emotions.map { Choice(value: $0, name: $0, isChosen: $0 == chosen) }
    }
}
