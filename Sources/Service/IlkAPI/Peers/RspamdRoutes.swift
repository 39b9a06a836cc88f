import Ilk
import IlkFraming
import IlkHTTP
import IlkLog
import IlkPipeline
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// The routes of Rspamd's worker and controller that `rspamc` and mail servers use.
struct RspamdRoutes {
    private static let (spam, ham) = (SpamLabel.spam.category, SpamLabel.ham.category)

    /// The classifier, which has the labels `spam` and `ham`.
    let service: TextClassificationService
    let messages: any MessageReading
    let settings: ServerSettings

    var routes: [Route] {
        [
            Route(
                .post, "/checkv2", "checkMail", tag: "peers", "Check a mail message as Rspamd does.",
                access: .classify(settings), body: Self.forms,
                answers: [.init(200, "The score and its symbols.", ["application/json"], Self.scan)],
                problems: [.notMail], acceptsPassword: true, problemMembers: PeerProblems.sentence
            ) { call in try await check(call) },
            learning("/learnspam", "learnSpam", as: Self.spam, "Learn that a mail message is spam."),
            learning("/learnham", "learnHam", as: Self.ham, "Learn that a mail message is ham."),
            Route(
                .get, "/ping", "ping", tag: "peers", "Check that the process runs, as in Rspamd.",
                answers: [.init(200, "The word pong.", ["text/plain"])]
            ) { _ in APIResponse(200, "text/plain", .bytes(Array("pong\r\n".utf8))) },
            Route(
                .get, "/stat", "readMailCounts", tag: "peers", "Read the counts of messages as in Rspamd.",
                access: .token(scope: "read"),
                answers: [.init(200, "The counts of the log.", ["application/json"], Self.counts)],
                problems: [.notLogging], acceptsPassword: true, problemMembers: PeerProblems.sentence
            ) { _ in try await count() },
        ]
    }

    private func learning(
        _ path: RoutePath, _ name: String, as label: Category, _ summary: String
    ) -> Route {
        Route(
            .post, path, name, tag: "peers", summary, access: .token(scope: "correct"), body: Self.forms,
            answers: [
                .init(
                    200, "The message is in the log with this label.", ["application/json"],
                    .object([.init("success", .boolean, isRequired: true)]))
            ],
            problems: [.notMail, .notLogging], acceptsPassword: true, isChange: true,
            problemMembers: PeerProblems.sentence
        ) { call in try await learn(call, as: label) }
    }

    /// The media types of a message. `rspamc` sends `text/plain`, and curl sends the media type of forms.
    private static let forms = [
        BodyForm(
            [MailInput.type, "text/plain", "application/octet-stream", TextInput.form], .bytes,
            isDefault: true, "A mail message.")
    ]

    private static let number = JSONSchema.number()

    private static let scan = JSONSchema.object(
        [
            .init("score", number, isRequired: true, "The natural-log odds of spam, from -15 to 15."),
            .init("required_score", number, isRequired: true),
            .init("action", .choice(["add header", "no action"]), isRequired: true),
            .init(
                "symbols",
                .object(
                    [],
                    others: .each(
                        .object(
                            [
                                .init("name", .string(), isRequired: true),
                                .init("score", number, isRequired: true),
                            ], others: .ignored))), isRequired: true, "The parts of the score by name."),
            .init("message-id", .string(), isRequired: true),
        ], others: .ignored)

    private static let counts = JSONSchema.object(
        ["scanned", "learned", "spam_count", "ham_count", "total_learns"].map {
            .init($0, .integer(0...Int.max), isRequired: true)
        }, others: .ignored)
}

extension RspamdRoutes {
    private func check(_ call: APICall) async throws -> APIResponse {
        let message = try await message(of: call)
        let verdicts = try await PeerVerdicts(
            of: [Array(message.text.utf8)], by: service, limit: settings.maxText, explains: true)
        guard let verdict = verdicts.results.first?.verdict else { throw Self.noText }
        return APIResponse.json(
            RspamdScan(verdict, spam: Self.spam).json(messageID: message.messageID)
        ).tagged(with: verdicts.tag)
    }

    /// Reads the message of a request. With the header `Raw: yes`, the body is a plain text, not a mail
    /// message.
    private func message(of call: APICall) async throws -> MessageText {
        guard call.request.headers["Compression"] == nil else {
            throw Problem(.mediaType, "compressed messages are not supported; send the message uncompressed")
        }
        let bytes = try await call.body.whole(upTo: settings.maxBody)
        if call.request.headers["Raw"]?.lowercased() == "yes" {
            return MessageText(text: String(decoding: bytes, as: UTF8.self))
        }
        return try await MailInput.message(bytes, by: messages)
    }

    private static let noText = Problem(.notMail, "the message has no text")

    /// Logs a message and corrects its entry to a label, unless the text already has this correction.
    private func learn(_ call: APICall, as label: Category) async throws -> APIResponse {
        let logger = try logger()
        let message = try await message(of: call)
        let text = Array(message.text.utf8)
        guard !text.isEmpty else { throw Self.noText }
        var done = APIResponse.json(Array(#"{"success":true}"#.utf8))
        let pipeline = service.pipeline
        done.hasChanged = pipeline.corrections[ContentDigest(of: text)] != [label]
        guard done.hasChanged else { return done }
        let verdicts = try await PeerVerdicts(of: [text], by: service, limit: settings.maxText)
        guard let entry = verdicts.results.first?.entry else { throw Self.noText }
        await logger.flush(.committed, timeout: .seconds(5))
        do {
            try await logger.store.correct(
                .id(entry), to: [label], isMultilabel: pipeline.taxonomy.isMultilabel, source: .api,
                author: call.token?.name)
        } catch RecordStoreError.noSuchEntry {
            throw Problem(.busy, "the log cannot be written now", retryAfter: 5)
        } catch let error as StoreError where error.code == .busy {
            throw Problem(.busy, "another program has locked the log; try again later", retryAfter: 5)
        }
        return done
    }

    private func logger() throws(Problem) -> ClassificationLogger {
        guard let logger = service.logger else {
            throw Problem(.notLogging, "the server stores no texts: start it with --log")
        }
        return logger
    }

    private func count() async throws -> APIResponse {
        let store = try logger().store
        let facets = try await store.facets(by: [.category, .abstention])
        let scanned = facets.reduce(0) { $0 + $1.entries }
        let spam = facets.filter { $0.category == Self.spam && $0.abstention == nil }.reduce(0) {
            $0 + $1.entries
        }
        let learned = try await store.correctedCategories().count
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("scanned", scanned)
        writer.field("learned", learned)
        writer.field("spam_count", spam)
        writer.field("ham_count", scanned - spam)
        writer.key("actions")
        writer.beginObject()
        writer.field("add header", spam)
        writer.field("no action", scanned - spam)
        writer.endObject()
        writer.field("connections", 0)
        writer.field("control_connections", 0)
        writer.field("scan_times", [])
        writer.field("statfiles", [])
        writer.field("total_learns", learned)
        writer.endObject()
        return .json(writer.bytes)
    }
}
