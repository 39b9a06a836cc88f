import IlkFraming
import IlkHTTP
import IlkPipeline
import Ilk

/// The options of a classification, from fields of the body or from the query.
struct ClassifyOptions: Hashable, Sendable {
    var taxonomy: String?
    var explains: Bool
    var components: Bool
    var top: Int?
    var threshold: Double
    /// `true` to fail if the server has no log, `false` to log no texts, or `nil` to log if the server has a
    /// log.
    var log: Bool?

    /// The options, as fields of JSON bodies or as parameters of the query.
    static let fields: [JSONSchema.Field] = [
        ServedTaxonomies.field,
        .init("explain", .boolean, "true to add the evidence."),
        .init(
            "components", .boolean, "true to add two verdicts: of the rules alone, and of the model alone."),
        .init("top", .integer(1...100_000), "The number of scores, the highest first; by default all."),
        .init(
            "threshold", .number(0...1),
            "Return an abstention for predictions with a lower probability. The log is not affected."),
        .init(
            "log", .boolean, "false: do not log the texts. true: fail if the server has no log."),
    ]

    /// The field of an NDJSON line, or the column of a table, that contains the text.
    static let textField = JSONSchema.Field(
        "textField", .string(1...200),
        "NDJSON and CSV: the field or the column that contains the text; by default text. "
            + "In NDJSON, a.b is the field b of the object a, unless the line has a field a.b.")

    static let parameters = (fields + [textField]).map { Parameter(.query, $0) }

    init(_ options: RequestOptions) {
        taxonomy = options["taxonomy"]?.string
        explains = options["explain"]?.bool ?? false
        components = options["components"]?.bool ?? false
        top = options["top"]?.integer
        threshold = options["threshold"]?.double ?? 0
        log = options["log"]?.bool
    }

    func format(_ pipeline: Pipeline, _ layout: JSONVerdicts.Layout) -> JSONVerdicts {
        JSONVerdicts(
            pipeline, layout, explains: explains, components: components, top: top, threshold: threshold)
    }
}
