/// Rule packs for tests.
public enum RulePackText {
    /// The head of a pack. Rules follow.
    public static let head = """
        version: 1
        pack: doctype.own
        taxonomy: doctype
        description: A pack of the tests.
        rules:

        """

    /// A pack with one rule: the word `thanks` is evidence for an email.
    public static let thanks = """
        version: 1
        pack: own
        taxonomy: doctype
        description: Mine.
        rules:
          - id: own.thanks
            description: Thanks
            label: email
            weight: 3
            match: { thanks: { words: [thanks] } }

        """

    /// Returns a pack with one rule: a closing line is evidence for an email.
    ///
    /// - Parameters:
    ///   - literal: The closing line.
    ///   - id: The id of the rule.
    public static func closing(_ literal: String, id: String = "email.regards") -> String {
        head + """
              - id: \(id)
                description: A closing line
                label: email
                weight: 4.5
                match:
                  closing: { literal: '\(literal)' }
                examples:
                  match: ["\(literal)\\nIda"]
                  reject: ["none of that"]

            """
    }
}
