import IlkFraming
import Testing

@testable import IlkConsole

@Suite struct RecordAnonymizerTests {
    private static func trees(_ lines: [String]) throws -> [JSONTree] {
        try lines.map { try JSONTree(strictly: $0.utf8) }
    }

    private static func masked(
        _ lines: [String], _ minimum: Int, by fields: [String] = ["user"]
    ) throws -> (records: [(record: JSONTree, masked: JSONTree)], violations: [String]) {
        var anonymizer = RecordAnonymizer(minimumUsers: minimum, userFields: fields)
        let records = try trees(lines)
        for record in records { anonymizer.count(record) }
        let masked = records.compactMap { record in anonymizer.masked(record).map { (record, $0) } }
        return (masked, anonymizer.violations(in: masked))
    }

    @Test func `only values of enough users are left`() throws {
        let (records, violations) = try Self.masked(
            [
                #"{"user":"a","note":"call Maria today","at":"2026-11-22T09:30:00.250+02:00","n":5,"x":{"k":1}}"#,
                #"{"user":"b","note":"today we call","at":"2026-11-03T10:00:00Z","n":5}"#,
                #"{"user":"a","note":"Maria Maria today","at":"2026-10-01T00:00:00Z","n":6}"#,
                #"{"user":"a","note":"Maria","only":true}"#,
            ], 2)
        #expect(
            try records.map(\.masked)
                == Self.trees([
                    #"{"note":"call [rare] today","at":"2026-11","n":5}"#,
                    #"{"note":"today [rare] call","at":"2026-11","n":5}"#, #"{"note":"[rare] today"}"#,
                ]))
        #expect(violations == [])
    }

    @Test func `many records of one user make no value frequent, and records without a user are dropped`()
        throws
    {
        let many = Array(repeating: #"{"user":"a","word":"secret"}"#, count: 50)
        let nobody = Array(repeating: #"{"word":"secret"}"#, count: 50)
        #expect(try Self.masked(many + nobody, 2).records.isEmpty)
        #expect(try Self.masked(many + [#"{"user":"b","word":"secret"}"#], 2).records.count == 51)
        #expect(try Self.masked(many + [#"{"user":"b","word":"secret"}"#], 3).records.isEmpty)
    }

    @Test func `a value counts at its place only, and users can be nested or have a second field`() throws {
        let (records, _) = try Self.masked(
            [
                #"{"from":{"address":"a"},"name":"x","tags":["x","y"]}"#,
                #"{"from":{"address":"b"},"tags":["x"]}"#, #"{"session":7,"tags":["z"]}"#,
            ], 2, by: ["from.address", "session"])
        #expect(try records.map(\.masked) == Self.trees([#"{"tags":["x"]}"#, #"{"tags":["x"]}"#]))
    }

    @Test func `authors of corrections are left out, however many users have them`() throws {
        let (records, violations) = try Self.masked(
            [
                #"{"user":"a","corrections":[{"category":"spam","author":"ann"}],"author":"x"}"#,
                #"{"user":"b","level_corrections":[{"author":"ann"}],"corrections":[{"category":"spam","author":"ann"}],"author":"x"}"#,
            ], 2)
        let left = #"{"corrections":[{"category":"spam"}],"author":"x"}"#
        #expect(try records.map(\.masked) == Self.trees([left, left]))
        #expect(violations == [])
    }

    @Test func `the check finds values that were not masked`() throws {
        let records = try Self.trees([#"{"user":"a","w":"x y"}"#, #"{"user":"b","w":"x"}"#])
        let anonymizer = RecordAnonymizer(minimumUsers: 2, userFields: ["user"])
        let plain = records.map { (record: $0, masked: $0) }
        #expect(anonymizer.violations(in: plain).count == 3, "y, and the names of both users")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `no value of too few users survives in random records`(seed: UInt64) throws {
        var state = seed
        func dice(_ count: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % count
        }
        let lines = (0..<200).map { _ in
            let words = (0..<dice(6)).map { _ in "w\(dice(40) * dice(3))" }.joined(separator: " ")
            return #"{"user":"u\#(dice(8))","t":"\#(words)","n":\#(dice(30)),"o":{"k\#(dice(20))":true}}"#
        }
        for minimum in [2, 4, 9] {
            let (records, violations) = try Self.masked(lines, minimum)
            #expect(violations == [], "seed \(seed), \(minimum) users")
            if minimum == 9 { #expect(records.isEmpty, "there are only 8 users") }
        }
    }
}
