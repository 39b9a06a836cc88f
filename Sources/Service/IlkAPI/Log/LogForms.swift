import IlkHTTP

/// The JSON schemas of responses with entries of the log.
enum LogForms {
    static let label = JSONSchema.string()
    private static let optionalLabel = JSONSchema.anyOf([label, .null])
    private static let count = JSONSchema.integer(0...Int.max)

    static let correction = JSONSchema.named(
        "Correction",
        .object([
            .init("id", .string(), "The id of the correction."),
            .init("category", label, "The human label; missing for a withdrawal."),
            .init("categories", .array(of: label), "All human labels of a multi-label taxonomy."),
            .init("source", .string(), isRequired: true, "human, api, import or audit."),
            .init("author", .string(), "The name of the token, or of the user."),
            .init("timestamp", .string(), isRequired: true),
            .init("ignored", .boolean, "true if the correction was withdrawn or its author is ignored."),
        ]))

    static let entry = JSONSchema.named(
        "LogEntry",
        .object(
            [
                .init("id", .string(36...36), isRequired: true),
                .init("shortID", .string(8...8), isRequired: true, "The last digits of the id."),
                .init("timestamp", .string(), isRequired: true, "The time of the classification."),
                .init("text", .string(), "Missing in the response to a repeated request."),
                .init("textLength", count, isRequired: true),
                .init(
                    "category", optionalLabel, isRequired: true,
                    "The human label, or the predicted label if no human label exists; null for none."),
                .init("classified", optionalLabel, isRequired: true, "The predicted label."),
                .init("categories", .array(of: label), "The labels in a multi-label taxonomy."),
                .init(
                    "classifiedCategories", .array(of: label),
                    "The predicted labels in a multi-label taxonomy, whatever the correction."),
                .init("probability", .number(0...1)), .init("margin", .number(0...1)),
                .init("abstention", .string()), .init("scores", .object([], others: .each(.number()))),
                .init("model", .string(), "The digest of the model."),
                .init("correction", correction, "The correction in effect."),
            ], others: .ignored))

    /// A page of entries.
    static let page = JSONSchema.named(
        "LogPage",
        .object([
            .init("items", .array(of: entry), isRequired: true, "The entries, newest first."),
            .init("next", .string(), "The path of the next page; missing on the last page."),
        ]))

    static let details = JSONSchema.named(
        "LogEntryDetails",
        .object([
            .init("entry", entry, isRequired: true),
            .init("history", .array(of: correction), isRequired: true, "All corrections, oldest first."),
            .init(
                "challengers", .array(of: .object([], others: .ignored)), isRequired: true,
                "The verdicts of challenger models."),
        ]))

    static let logs = JSONSchema.named(
        "Logs",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("taxonomy", .string(), isRequired: true), .init("entries", count),
                        .init("oldest", .string()), .init("newest", .string()), .init("quarantined", count),
                        .init("problem", .string(), "The reason why the log cannot be read."),
                    ])), isRequired: true)
        ]))
}
