import IlkVocabulary

/// The form for a call.
struct CallFormView {
    struct Choice {
        let value: String
        let name: String
        let isChosen: Bool
    }

    let action: String
    let verb: String
    /// The values by field. `shownTime` is the time of the call when the form was opened.
    let fields: [String: String]
    let emotions: [Choice]
    let contacts: [String]
    /// The reason why the form was refused, or `nil`.
    let problem: String?
    /// The path that deletes the call, or `nil` for a new call.
    let deletion: String?

    /// - Parameters:
    ///   - fields: The fields of the form.
    ///   - contacts: The names of known contacts.
    ///   - key: The key of the call, or `nil` for a new call.
    ///   - problem: The reason why the form was refused, or `nil`.
    init(
        _ fields: [String: String], contacts: [String], key: String? = nil, problem: String? = nil
    ) {
        let path = "/ui" + (key.map { PagePath.path("calls", $0) } ?? "/calls")
        action = path
        verb = key == nil ? "Record the call" : "Save the changes"
        self.fields = fields
        emotions = Self.choices(fields["emotionalState"] ?? "", none: "not recorded")
        self.contacts = contacts
        self.problem = problem
        deletion = key == nil ? nil : path + "/delete"
    }

    /// Returns the emotions to choose from.
    ///
    /// - Parameter none: The name of the empty choice.
    static func choices(_ chosen: String, none: String) -> [Choice] {
        [Choice(value: "", name: none, isChosen: chosen.isEmpty)]
            + EmotionalState.allCases.map(\.rawValue).map {
                Choice(value: $0, name: $0, isChosen: $0 == chosen)
            }
    }
}
