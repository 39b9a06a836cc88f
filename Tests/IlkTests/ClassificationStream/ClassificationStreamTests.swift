import Foundation
import Ilk
import IlkLog
import IlkFraming
import IlkPipeline
import IlkStore
import IlkText
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

@Suite("The classification stream") struct ClassificationStreamTests {
    private let desk: RuleTestFolder
    private let pipeline: ReloadablePipeline
    private let logging = StreamLogging(ids: RecordIDSource())

    init() throws {
        desk = try RuleTestFolder()
        try desk.put(RuleTestFolder.pack("a.one"))
        pipeline = try ReloadablePipeline(desk.assembly())
    }

    @Test(arguments: StreamCase.lines + StreamCase.objects + StreamCase.wholes)
    func `output and logged texts do not depend on chunk boundaries`(fact: StreamCase) throws {
        let source = ClassificationStream.Source(.reloadable(pipeline), logging: logging)
        for chunk in [1, 2, 3, 7, 1 << 20] { try fact.check(source, chunk: chunk) }
    }

    @Test(arguments: StreamCase.lines + StreamCase.objects)
    func `several streams can divide an input among them`(fact: StreamCase) throws {
        let source = ClassificationStream.Source(.reloadable(pipeline), logging: logging)
        for bytes in [1, 20, 1 << 20] { try fact.checkBatches(source, bytes: bytes) }
    }

    @Test func `a batch ends at a fault if the policy says so, and after a stop request`() throws {
        var framer = LineFramer()
        let bytes = Array("{\"text\":\"pump\"}\nx\n{\"text\":\"other\"}\n".utf8)
        bytes.withUnsafeBufferPointer { framer.append($0) }
        let batch = RecordBatch(lines: framer.nextBatch(of: 1 << 20, input: "in"))
        let stream = try stream(isLogging: false)
        let all = stream.process(batch)
        #expect(all.texts == 2 && all.faults == 1 && all.end == nil && all.firstFault?.place == "in:2:1")
        let faulty = stream.process(batch, stopsAtFault: true)
        guard case .fault(let fault) = faulty.end else {
            Issue.record("no fault: \(faulty)")
            return
        }
        #expect(faulty.texts == 1 && faulty.faults == 0 && fault.place == "in:2:1")
        var records = 0
        let stopped = stream.process(batch) {
            records += 1
            return records == 2
        }
        guard case .stopped = stopped.end else {
            Issue.record("not stopped: \(stopped)")
            return
        }
        #expect(stopped.texts == 1 && all.output.starts(with: stopped.output))
    }

    @Test func `random chunks do not change the output of random records`() throws {
        var generator = SeededGenerator(seed: 0x57_2E_A3)
        let parts = ["{\"text\":\"pump\"}", "\n", "\r\n", " ", "x", "{\"text\":\"\\u00e9\u{FF}\"}", "\u{E9}"]
        for _ in 0..<200 {
            let input = (0..<generator.below(30)).map { _ in parts[generator.below(parts.count)] }.joined()
            let bytes = input.unicodeScalars.map { UInt8($0.value) }
            let whole = try output(bytes) { $0.count }
            let cut = try output(bytes) { _ in 1 + generator.below(9) }
            #expect(whole == cut, "\(input.debugDescription)")
        }
    }

    private func output(_ bytes: [UInt8], _ length: (ArraySlice<UInt8>) -> Int) throws -> [UInt8] {
        let stream = try self.stream(isLogging: false)
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(length(rest))
            rest = rest.dropFirst(part.count)
            part.withUnsafeBufferPointer { stream.records.lines.append($0) }
            while try stream.next(into: &output) != nil {}
        }
        stream.records.lines.finish()
        while try stream.next(into: &output) != nil {}
        return output
    }

    private func stream(
        challenger: Challenger? = nil, isLogging: Bool = true
    ) throws -> ClassificationStream {
        var records = RecordFramer.Settings()
        records.framing = .ndjson(field: "text")
        records.splicer = JSONLineSplicer()
        let source = ClassificationStream.Source(
            .reloadable(pipeline), challenger: challenger, logging: isLogging ? logging : nil,
            now: { Date(timeIntervalSince1970: 7) })
        return try ClassificationStream(source, records: records) { JSONVerdicts($0, .lines) }
    }

    private func append(_ line: String, to stream: ClassificationStream) throws -> (String, RecordOutcome?) {
        var output: [UInt8] = []
        Array((line + "\n").utf8).withUnsafeBufferPointer { stream.records.lines.append($0) }
        let outcome = try stream.next(into: &output)
        return (String(decoding: output, as: UTF8.self), outcome)
    }

    @Test func `each text is classified by the current snapshot`() throws {
        let stream = try stream()
        let first = try append(#"{"text":"pump"}"#, to: stream)
        try desk.put(RuleTestFolder.pack("b.one", label: "code"))
        let reload = pipeline.reload()
        let second = try append(#"{"text":"pump"}"#, to: stream)
        for (line, category, digest) in [
            (first.0, "email", reload.before), (second.0, "code", reload.after),
        ] {
            #expect(line.contains(#""category":"\#(category)""#), "\(line)")
            #expect(line.contains(#""rules":"\#(digest?.prefix(12) ?? "")""#), "\(line)")
        }
    }

    @Test func `a stream borrows its session and releases the old snapshot after a reload`() throws {
        weak let old = pipeline.current
        var stream: ClassificationStream? = try stream()
        _ = try append(#"{"text":"pump"}"#, to: #require(stream))
        #expect(old?.idleSessions == 0)
        try desk.put(RuleTestFolder.pack("b.one"))
        #expect(pipeline.reload().outcome == .replaced && old != nil)
        _ = try append(#"{"text":"pump"}"#, to: #require(stream))
        #expect(old == nil && pipeline.current.idleSessions == 0)
        stream = nil
        #expect(pipeline.current.idleSessions == 1)
    }

    @Test func `a log request contains the verdict, the time and the challenger's verdict`() throws {
        let other = try RuleTestFolder()
        try other.put(RuleTestFolder.pack("b.one", label: "code"))
        let challenger = Challenger("other", try ReloadablePipeline(other.assembly()), advice: "advice")
        let stream = try stream(challenger: challenger)
        let (_, outcome) = try append(#"{"text":"the pump"}"#, to: stream)
        let request = try #require(outcome?.log)
        #expect(request.text == "the pump" && request.classification.textSample == "the pump")
        #expect(request.classification.category == "email" && request.answer?.category == "code")
        #expect(request.classification.timestamp == Date(timeIntervalSince1970: 7))
        #expect(request.classification.verdict?.category == "email")
        _ = try append(#"{"text":"other"}"#, to: stream)
        _ = try append("x", to: stream)
        #expect(
            challenger.tally.lines == [
                "challenger other: 1 of 2 verdicts differ", "  1 from email to code", "advice",
            ])
        try other.put(RuleTestFolder.pack("b.one"))
        #expect(challenger.pipeline.reload().outcome == .replaced)
        #expect(try append(#"{"text":"the pump"}"#, to: stream).1?.log?.answer?.category == "email")
    }

    @Test func `outcomes contain the position and flags of a text`() throws {
        let stream = try stream(isLogging: false)
        stream.records.input = "a.jsonl"
        for (line, expected) in [
            (#"{"text":"pump"}"#, "a.jsonl:1"), ("", "blank"),
            (#"{"text":"\ud800"}"#, "a.jsonl:3 repaired"),
            ("x", "a.jsonl:4:1"),
        ] {
            let (_, outcome) = try append(line, to: stream)
            let text =
                switch outcome {
                case .text(let record, let log):
                    record.place + (record.isRepaired ? " repaired" : "") + (log == nil ? "" : " logged")
                case .fault(let fault): fault.place
                case .blank: "blank"
                case nil: "none"
                }
            #expect(text == expected)
        }
    }

    @Test func `a service logs verdicts and skips empty texts`() async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("log.sqlite")))
        let logger = ClassificationLogger(store: store)
        let service = TextClassificationService(
            reloadable: pipeline, logger: logger, challenger: Challenger("same", pipeline),
            now: { Date(timeIntervalSince1970: 7) })
        let classification = try await service.classify("the pump")
        #expect(classification.category == "email" && classification.textSample == "the pump")
        _ = try await service.classify("")
        #expect(await service.logger?.flush() == .reached)
        let logs = try await logger.fetchRecentLogs(limit: 10)
        #expect(logs.map(\.text) == ["the pump"])
        #expect(await logger.close().skipped.values.reduce(0, +) == 1)
        try store.close()
    }

    @Test func `the answer to a logged text contains the id of its entry`() async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("log.sqlite")))
        let logger = ClassificationLogger(store: store)
        let stream = try stream()
        let (line, outcome) = try append(#"{"id":7,"text":"the pump"}"#, to: stream)
        let request = try #require(outcome?.log)
        #expect(line.contains(#","entry":"\#(request.id)""#), "\(line)")
        await logger.log(request)
        #expect(await logger.flush() == .reached)
        let entry = try await store.correct(
            RecordReference(request.id.description), to: Category("code"))
        #expect(entry.log.text == "the pump" && entry.id == request.id)
        let empty = try append(#"{"text":""}"#, to: stream).0
        #expect(!empty.contains("entry"), "the log skips empty texts, so they have no id: \(empty)")
        let unlogged = try append(#"{"text":"the pump"}"#, to: self.stream(isLogging: false)).0
        #expect(!unlogged.contains("entry"), "\(unlogged)")
        await logger.close()
        try store.close()
    }

    @Test(arguments: [false, true])
    func `a service logs features only if it is asked to`(logsFeatures: Bool) async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("log.sqlite")))
        let logger = ClassificationLogger(store: store)
        let service = TextClassificationService(
            reloadable: pipeline, logger: logger, logsFeatures: logsFeatures)
        let text = "The pump is broken. Could you come tomorrow?"
        _ = try await service.classify(text)
        await logger.flush()
        let json = try await logger.fetchRecentLogs(limit: 1).first?.extractedFeatures
        #expect((json != nil) == logsFeatures)
        if let json {
            let features = try JSONDecoder().decode(TextFeatures.self, from: Data(json.utf8))
            var analysis = AnalyzedText()
            try TextAnalyzer(measuring: .all).analyze(text, into: &analysis)
            #expect(features == analysis.features)
            #expect(features.sentenceCount == 2 && features.language != nil)
            let hasZero = json.contains(":0,") || json.contains(":0}")
            #expect(!hasZero, "features that are 0 are left out: \(json)")
        }
        await logger.close()
        try store.close()
    }

    @Test(arguments: [
        ("aaaa", 2, 2), ("aé", 2, 1), ("a☕", 3, 1), ("a☕b", 4, 4), ("😀😀", 7, 4), ("\u{00E9}x", 1, 0),
    ])
    func `a text is not truncated inside a character`(text: String, limit: Int, end: Int) {
        let bytes = Array(text.utf8) + [0x61]
        #expect(bytes.withUnsafeBufferPointer { TextTruncation.end(of: $0, limit: limit) } == end)
    }
}
