import Foundation
import IlkFraming
import TestSupport
import Testing

/// Compares generated and damaged lines with `JSONSerialization`, except where its behavior is known to
/// differ.
@Suite("JSON lines compared with Foundation") struct JSONLineDifferentialTests {
    private static let lines = 6_000

    private struct Row: Decodable {
        var text: String
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func `lines are accepted and rejected as by Foundation`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var read = 0
        var refused = 0
        for _ in 0..<Self.lines {
            var line = JSONLineGenerator.line(&generator)
            for _ in 0..<[0, 0, 1, 1, 2, 5][generator.below(6)] { JSONLineGenerator.spoil(&line, &generator) }
            guard lend(line, UTF8Repair.isValid), !JSONLineGenerator.isBeyondOracle(line) else { continue }
            let ours = outcome(of: Self.withoutTrailingCommas(line))
            let oracle = Self.oracle(line)
            #expect(ours == oracle, "seed \(seed): \(String(decoding: line, as: UTF8.self).debugDescription)")
            if case .text = ours { read += 1 } else { refused += 1 }
        }
        #expect(read > Self.lines / 10 && refused > Self.lines / 10, "seed \(seed): too tame")
    }

    @Test(arguments: [21, 22] as [UInt64])
    func `invalid UTF-8 gives the same result as the repaired line`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.lines {
            var line = JSONLineGenerator.line(&generator)
            for _ in 0...generator.below(3) {
                line.insert(UInt8.random(in: 0x80...0xFF, using: &generator), at: generator.below(line.count))
            }
            let repaired = outcome(of: Array(String(decoding: line, as: UTF8.self).utf8))
            switch (outcome(of: line), repaired) {
            case (.text(let one, _), .text(let other, _)): #expect(one == other, "seed \(seed)")
            case (let one, let other): #expect(one == other, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [31, 32] as [UInt64])
    func `a spliced line equals the old line plus the new field`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var spliced = 0
        while spliced < 500 {
            let line = JSONLineGenerator.line(&generator)
            guard case .text = outcome(of: line), let before = Self.object(line) else { continue }
            var output: [UInt8] = []
            try lend(line) { buffer in
                let places = try JSONLine(buffer, field: "text")
                try JSONLineSplicer().append(
                    buffer, places, value: Array(#"{"probability":0.5}"#.utf8), to: &output)
            }
            before["classification"] = ["probability": 0.5]
            #expect(Self.object(output) == before, "seed \(seed)")
            spliced += 1
        }
    }

    /// If a name is repeated, `JSONSerialization` uses the last field, like jq, Python and JavaScript.
    /// `JSONDecoder` uses the first.
    @Test(arguments: [
        #"{"text":"first","text":"last"}"#, #"{"text":"first","te\u0078t":"last"}"#,
        #"{"te\u0078t":"first","text":"last"}"#,
    ])
    func `the last field with a repeated name counts`(line: String) throws {
        let bytes = Array(line.utf8)
        #expect(outcome(of: bytes) == .text("last", repairs: 0))
        #expect(Self.oracle(bytes) == .text("last", repairs: 0))
        #expect(try JSONDecoder().decode(Row.self, from: Data(bytes)).text == "first")
    }

    /// Removes commas before closing marks, which Foundation on Linux accepts and RFC 8259 forbids, so that
    /// the rest of the line can be compared.
    private static func withoutTrailingCommas(_ line: [UInt8]) -> [UInt8] {
        var line = line
        while true {
            do throws(JSONLineError) {
                _ = try lend(line) { (buffer) throws(JSONLineError) in try JSONLine(buffer, field: "text") }
                return line
            } catch {
                guard error.code == .notJSON, error.offset < line.count,
                    [0x7D, 0x5D].contains(line[error.offset])
                else { return line }
                let before = line[..<error.offset].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
                guard let before, line[before] == UInt8(ascii: ",") else { return line }
                // Foundation too rejects a comma directly after an opening mark.
                let further = line[..<before].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
                guard let further, ![0x7B, 0x5B, 0x2C].contains(further) else { return line }
                line.remove(at: before)
            }
        }
    }

    private static func object(_ line: [UInt8]) -> NSMutableDictionary? {
        let object = try? JSONSerialization.jsonObject(with: Data(line))  // Unreadable lines are not objects.
        return (object as? NSDictionary)?.mutableCopy() as? NSMutableDictionary
    }

    /// The result of parsing a line with Foundation.
    private static func oracle(_ line: [UInt8]) -> LineOutcome {
        let data = Data(line)
        // Foundation's errors have no details to compare.
        let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)  // not JSON
        guard let value else { return .refused(.notJSON) }
        guard let object = value as? [String: Any] else { return .refused(.notAnObject) }
        guard let member = object["text"] else { return .refused(.fieldMissing) }
        guard let text = member as? String else { return .refused(.fieldNotAString) }
        return .text(text, repairs: 0)
    }
}
