import IlkHTTP

/// The JSON schemas of rules.
enum RuleForms {
    private static let count = JSONSchema.integer(0...Int.max)

    private static let layers = JSONSchema.Field(
        "layers",
        .array(
            of: .object([
                .init("name", .string(), isRequired: true),
                .init("files", .array(of: .string()), isRequired: true),
            ])), isRequired: true, "The packs by layer. Rules of later layers replace rules with the same id."
    )

    static let list = JSONSchema.named(
        "RuleList",
        .object([
            .init(
                "items",
                .array(of: .object([.init("taxonomy", .string(), isRequired: true), layers])),
                isRequired: true)
        ]))

    static let rules = JSONSchema.named(
        "Rules",
        .object([
            .init("taxonomy", .string(), isRequired: true),
            .init("digest", .string(), isRequired: true, "The digest of the rules."), layers,
            .init(
                "rules",
                .array(
                    of: .object(
                        [
                            .init("id", .string(), isRequired: true), .init("description", .string()),
                            .init("status", .string(), isRequired: true),
                            .init(
                                "weights", .object([], others: .each(.number())), isRequired: true,
                                "The weights by label."),
                            .init("condition", .string()),
                            .init("file", .string(), isRequired: true),
                            .init("line", count, isRequired: true),
                        ], others: .ignored)), isRequired: true),
        ]))

    private static let place: [JSONSchema.Field] = [
        .init("file", .string()), .init("line", count), .init("column", count),
    ]

    static let lint = JSONSchema.named(
        "RuleLint",
        .object([
            .init("files", count, isRequired: true), .init("rules", count, isRequired: true),
            .init("errors", count, isRequired: true), .init("warnings", count, isRequired: true),
            .init(
                "problems",
                .array(
                    of: .object(
                        [
                            .init("code", .string(), isRequired: true),
                            .init("severity", .string(), isRequired: true, "error or warning."),
                            .init("message", .string(), isRequired: true), .init("hint", .string()),
                        ] + place)), isRequired: true),
        ]))

    static let test = JSONSchema.named(
        "RuleTest",
        .object([
            .init("passed", count, isRequired: true), .init("failed", count, isRequired: true),
            .init("improved", count, isRequired: true, "The number of known errors that no longer occur."),
            .init("stepLimitReached", count, isRequired: true),
            .init(
                "results",
                .array(
                    of: .object(
                        [
                            .init("rule", .string(), isRequired: true),
                            .init("kind", .string(), isRequired: true, "match or reject, or a known error."),
                            .init("passed", .boolean, isRequired: true), .init("text", .string()),
                        ] + place, others: .ignored)), isRequired: true),
        ]))
}
