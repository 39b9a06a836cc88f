/// The content of the editor of a pack.
struct RuleDraft {
    var name = ""
    var isNew = false
    var text = ""
    var tag = ""
    var reason = ""
    var faults: [String] = []
    var check: RuleCheckView?
    var diff: RuleDiffView?
    /// The differences between an earlier version, which is shown, and the present pack.
    var changed: ChangedLines?

    /// Returns an example pack, to begin a new pack with.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the taxonomy.
    ///   - label: A label of the taxonomy, for the example rule.
    static func beginning(_ taxonomy: String, label: String) -> String {
        """
        version: 1
        pack: own
        taxonomy: \(taxonomy)
        description: My rules.
        rules:
          - id: own.example
            description: The word 'example'
            label: \(label)
            weight: 1
            match:
              word: { words: [example] }
            examples:
              match: ["this is an example"]
              reject: ["this is not"]

        """
    }
}
