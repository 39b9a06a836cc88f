import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline

/// A text and its options, from a body that is JSON, plain text, a form or a mail message.
struct TextInput {
    /// The text. Invalid UTF-8 is left for the pipeline, which flags it.
    let text: [UInt8]
    /// `true` if ``text`` is only the beginning of the text of a long mail message.
    let isTruncated: Bool
    /// `true` if ``text`` is the text of a mail message.
    let isOfMessage: Bool
    /// The options in the body, as fields of an object.
    let fields: JSONTree

    static let form = "application/x-www-form-urlencoded"

    static let text = JSONSchema.Field("text", .string(), isRequired: true, "The text.")
    static let id = JSONSchema.Field(
        "id", .anyOf([.string(0...200), .integer()]), "A name of the text. The result repeats it.")

    /// Returns the body formats from which a text can be read.
    ///
    /// - Parameters:
    ///   - json: The schema of a JSON body.
    ///   - settings: The limits.
    ///   - messages: The parser of mail messages, or `nil` to accept no mail.
    static func forms(
        _ json: JSONSchema, _ settings: ServerSettings, _ messages: (any MessageReading)?
    ) -> [BodyForm] {
        let mail = BodyForm([MailInput.type], .bytes, "A mail message: its subject and its text.")
        return [
            .init(
                ["application/json"], .json(json, limit: settings.maxBody), "A text with its options."),
            .init(["text/plain"], .bytes, isDefault: true, "A text in any charset that iconv knows."),
            .init(
                [form], .bytes, "A form with a field 'text' and options, or a text as 'curl --data' sends it."
            ),
        ] + (messages == nil ? [] : [mail])
    }

    private init(text: [UInt8], isTruncated: Bool = false, isOfMessage: Bool = false) {
        self.text = text
        self.isOfMessage = isOfMessage
        self.isTruncated = isTruncated
        fields = .object([])
    }

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - schema: The schema of a JSON body. A form body must have the same fields.
    ///   - settings: The limits. The text of a mail message that is too long is truncated.
    ///   - messages: The parser of mail messages, or `nil` if the route accepts no mail.
    /// - Throws: ``Problem``, and errors of the parser.
    init(
        _ call: APICall, _ schema: JSONSchema, _ settings: ServerSettings, _ messages: (any MessageReading)?
    ) async throws {
        if let json = call.json {
            try self.init(json, at: "", settings)
        } else if call.mediaType?.name == Self.form {
            let bytes = try await call.body.whole(upTo: settings.maxBody)
            if let fields = try Self.fields(bytes, schema) {
                try self.init(fields, at: "", settings)
            } else {
                // `curl --data` sends a text with the media type of forms.
                guard bytes.count <= settings.maxText else { throw Problem.tooLarge(settings.maxText) }
                self.init(text: bytes)
            }
        } else if call.mediaType?.name == MailInput.type, let messages {
            let message = try await MailInput.message(
                try await call.body.whole(upTo: settings.maxBody), by: messages)
            let text = Array(message.text.utf8)
            let isLong = text.count > settings.maxText
            let end =
                isLong
                ? text.withUnsafeBufferPointer { TextTruncation.end(of: $0, limit: settings.maxText) }
                : text.count
            self.init(text: Array(text[..<end]), isTruncated: isLong, isOfMessage: true)
        } else {
            let bytes = try await call.body.whole(upTo: settings.maxText)
            self.init(text: try Charset.utf8(bytes, from: call.mediaType?.charset))
        }
    }

    /// Reads a text from JSON.
    ///
    /// - Parameters:
    ///   - json: A string, or an object with the field `text`, which has been checked.
    ///   - pointer: The JSON pointer of the value in the body.
    /// - Throws: ``Problem`` `too-large` if the text is too long.
    init(_ json: JSONTree, at pointer: String, _ settings: ServerSettings) throws(Problem) {
        text = Array((json.string ?? json["text"]?.string ?? "").utf8)
        fields = json
        (isTruncated, isOfMessage) = (false, false)
        guard text.count <= settings.maxText else {
            let place = FieldFault.Place.body(json.string == nil ? pointer + "/text" : pointer)
            let detail = "must have at most \(settings.maxText) bytes"
            throw Problem(.tooLarge, faults: [FieldFault(place, .length, detail)])
        }
    }

    /// Returns the fields of a form body, or `nil` if the body is not a form with the field `text`.
    private static func fields(_ bytes: [UInt8], _ schema: JSONSchema) throws(Problem) -> JSONTree? {
        guard let pairs = QueryText.pairs(String(decoding: bytes, as: UTF8.self)),
            pairs.contains(where: { $0.name == "text" }), case .object(let fields, _) = schema.unnamed
        else { return nil }
        let values = pairs.map { pair in
            let field = fields.first { $0.name == pair.name }
            return JSONTreeField(pair.name, Parameter.value(of: pair.value, for: field?.schema ?? .string()))
        }
        var faults = schema.faults(in: .object(values))
        let names = Dictionary(grouping: values, by: \.name)
        faults += names.filter { $0.value.count > 1 }.keys.sorted().map {
            FieldFault(.body("/" + $0.prefix(64)), .repeated, "must occur once")
        }
        guard faults.isEmpty else { throw Problem(.invalidBody, faults: faults) }
        return .object(values)
    }

    /// The beginning of the JSON result: `{`, or `{"id":…,` if the text has an id.
    var beginning: [UInt8] {
        guard let id = fields["id"] else { return [UInt8(ascii: "{")] }
        var writer = JSONWriter()
        writer.beginObject()
        if let number = id.integer { writer.field("id", number) } else { writer.field("id", id.string) }
        return writer.bytes + [UInt8(ascii: ",")]
    }
}

/// The options of a request, from fields of the body or from the query.
struct RequestOptions {
    private let sources: [JSONTree]

    /// - Parameter sources: Checked objects. If several objects have an option, the first one takes
    ///   precedence.
    init(_ sources: JSONTree...) { self.sources = sources }

    subscript(name: String) -> JSONTree? {
        for source in sources { if let value = source[name] { return value } }
        return nil
    }
}
