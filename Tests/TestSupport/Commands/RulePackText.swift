/// Packs that tests of the tool write.
public enum RulePackText {
    /// What a pack begins with: rules follow.
    public static let head = """
        version: 1
        pack: doctype.own
        taxonomy: doctype
        says: A pack of the tests.
        rules:

        """

    /// A pack with one rule: a closing line that makes a text an email.
    public static func closing(_ literal: String, id: String = "email.regards") -> String {
        head + """
              - id: \(id)
                says: A closing line
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
