import IlkHTTP

/// The JSON schemas of requests and responses of `/v1/classify`.
enum ClassifyForms {
    static let streams = ["application/x-ndjson", "application/ndjson", "application/jsonl"]
    static let table = "text/csv"
    /// The maximum number of texts in a JSON body.
    static let maximumTexts = 1000

    /// One text with its options.
    static let one = JSONSchema.named(
        "ClassifyText", .object([TextInput.text, TextInput.id] + ClassifyOptions.fields))

    /// Several texts with common options.
    static let several = JSONSchema.named(
        "ClassifyTexts",
        .object(
            [
                .init(
                    "inputs",
                    .array(
                        of: .anyOf([.string(), .object([TextInput.text, TextInput.id])]), 1...maximumTexts),
                    isRequired: true, "Texts, or objects with a text and an id.")
            ] + ClassifyOptions.fields))

    static let verdict = JSONSchema.named("Verdict", .object(verdictFields, others: .ignored))
    static let results = JSONSchema.named(
        "Verdicts",
        .object([
            .init("results", .array(of: verdict), isRequired: true, "The verdicts in the order of inputs.")
        ]))

    private static let share = JSONSchema.number(0...1)
    private static let label = JSONSchema.string()

    private static let outcome: [JSONSchema.Field] = [
        .init("category", .anyOf([label, .null]), isRequired: true, "The label; null for an abstention."),
        .init("probability", share, "The probability of the label; missing for an abstention."),
        .init(
            "abstention", .choice(["empty", "unfamiliar", "unsure", "noEvidence"]),
            "The reason if no label is predicted."),
        .init(
            "guess",
            .object([
                .init("category", label, isRequired: true), .init("probability", share, isRequired: true),
            ]),
            "The most probable label of an abstention."),
    ]

    private static let verdictFields =
        outcome + [
            .init("id", .anyOf([.string(), .integer()]), "The id of the text in the request."),
            .init("text", .string(), "The text of a mail message; only with explain."),
            .init("categories", .array(of: label), "All predicted labels of a multi-label taxonomy."),
            .init(
                "scores", .object([], others: .each(share)), isRequired: true,
                "The probability of each label."),
            .init(
                "flags", .array(of: .string()), "Flags: repaired, truncated, stepLimitReached."),
            .init("classifier", .string(), isRequired: true, "fused, bayes, linear or rules."),
            .init("model", .string(), "The first digits of the model's digest."),
            .init("rules", .string(), "The first digits of the rules' digest."),
            .init("entry", .string(), "The id of the entry in the log, for corrections."),
            .init(
                "components", .object([], others: .each(.object(outcome))),
                "The verdicts of the rules alone and of the model alone."),
            .init("evidence", .array(of: evidence), "The explanation, the strongest evidence first."),
        ]

    private static let evidence = JSONSchema.named(
        "Evidence",
        .object(
            [
                .init("type", .string(), isRequired: true),
                .init("id", .string(), isRequired: true, "A stable id."),
                .init("phrase", .string(), isRequired: true, "The evidence as a phrase for people."),
                .init(
                    "support", .number(), isRequired: true, "The support for the label in natural-log odds."),
                .init(
                    "spans", .array(of: .array(of: .integer(0...Int.max), 2...2)), isRequired: true,
                    "The matches, as ranges of UTF-8 bytes of the text."),
                .init("weights", .object([], others: .each(.number())), isRequired: true),
            ], others: .ignored))
}
