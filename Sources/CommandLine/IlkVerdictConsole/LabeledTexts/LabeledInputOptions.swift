import ArgumentParser
package import IlkConsole
package import IlkLearning

/// The format of labeled texts, and the handling of invalid texts.
package struct LabeledInputOptions: ParsableArguments {
    @Option(help: "The format of the input. (default: detected)")
    var inputFormat: LabeledInputFormat?

    @Option("The field or column with the text. (default: text)", value: "name")
    var textField: String?

    @Option("The field or column with the label. (default: label)", value: "name")
    var labelField: String?

    @Option("The field or column with the source. (default: source)", value: "name")
    var sourceField: String?

    @Option("The field or column with the weight. (default: weight)", value: "name")
    var weightField: String?

    @Option(help: "On an invalid line: skip it, or stop.")
    var onError: InputErrorPolicy = .stop

    package init() {}

    package func validate() throws {
        if let inputFormat, !inputFormat.hasFields, isNaming {
            throw ValidationError(
                "--text-field, --label-field, --source-field and --weight-field require JSON Lines, CSV or TSV."
            )
        }
        if [textField, labelField, sourceField, weightField].contains("") {
            throw ValidationError("the name of a field cannot be empty.")
        }
    }

    private var isNaming: Bool {
        [textField, labelField, sourceField, weightField].contains { $0 != nil }
    }

    /// `true` if an option other than `--on-error` is given.
    package var isGiven: Bool { inputFormat != nil || isNaming }

    /// The options as a value.
    package var settings: LabeledInputSettings {
        LabeledInputSettings(
            format: inputFormat,
            fields: LabeledTextFields(
                text: textField, label: labelField, source: sourceField, weight: weightField),
            policy: onError)
    }
}

/// The format of labeled texts, and the handling of invalid texts.
package struct LabeledInputSettings: Sendable {
    /// The format of all inputs, or `nil` to detect the format of each.
    package var format: LabeledInputFormat?
    /// The names of the fields or columns that contain the text, the label and so on.
    package var fields: LabeledTextFields
    /// The handling of invalid records, and of texts with unknown labels.
    package var policy: InputErrorPolicy
    /// The text that separates several labels in a field of CSV or TSV.
    package var labelSeparator = ","

    package init(
        format: LabeledInputFormat? = nil, fields: LabeledTextFields = LabeledTextFields(),
        policy: InputErrorPolicy = .stop
    ) {
        self.format = format
        self.fields = fields
        self.policy = policy
    }
}
