import IlkConsole
import IlkLearning

/// The name and the format of an input, for the error about an input without texts.
struct InputOrigin: Sendable {
    private var names: [String] = []
    /// The format of the first input, or `nil` for texts that were not read from a file.
    private var format: LabeledInputFormat?
    private var fields = LabeledTextFields()

    mutating func add(_ name: String, _ format: LabeledInputFormat, _ fields: LabeledTextFields) {
        names.append(name)
        self.format = self.format ?? format
        self.fields = fields
    }

    /// Returns the error for an input without texts.
    ///
    /// - Parameter verb: The purpose of the texts, such as `measure`.
    func noTexts(to verb: String) -> CommandError {
        CommandError(
            .badInput, "there are no texts to \(verb)", at: names.count == 1 ? names[0] : nil, hint: hint)
    }

    private var hint: String {
        switch format {
        case .jsonl:
            "expected a JSON object on each line, with the fields '\(fields.text)' and '\(fields.label)'"
        case .fasttext: "expected __label__NAME and a text on each line"
        case .folder: "expected a folder with a subfolder for each label"
        case .mbox: "expected a mailbox with messages"
        case .csv, .tsv, nil:
            "a table needs a header row with the columns \(fields.text) and \(fields.label), and a row for each text"
        }
    }
}
