import Foundation
import IlkVocabulary
import Testing

@Suite("Verdicts as JSON") struct VerdictCodingTests {
    private static func verdict(_ abstention: Verdict.Abstention?) -> Verdict {
        Verdict(
            category: "search", probability: 0.75, probabilities: [0.25, 0.75], scores: [0, 1],
            taxonomy: Taxonomy(name: "own", categories: ["code", "search"]), abstention: abstention,
            familiarity: -2, flags: [.repaired],
            provenance: Provenance(
                classifier: "bayes", modelDigest: "ab", ruleSetDigest: nil, icuVersion: "72.1"))
    }

    private static func fields(_ verdict: Verdict) throws -> [String: Any] {
        let data = try JSONEncoder().encode(verdict)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(arguments: Verdict.Abstention.allCases + [nil]) func `a verdict survives encoding and decoding`(
        abstention: Verdict.Abstention?
    ) throws {
        let verdict = Self.verdict(abstention)
        #expect(try JSONDecoder().decode(Verdict.self, from: JSONEncoder().encode(verdict)) == verdict)
    }

    @Test func `an abstention has no category but a guess`() throws {
        let fields = try Self.fields(Self.verdict(.unfamiliar))
        let guess = try #require(fields["guess"] as? [String: Any])
        #expect(fields["category"] is NSNull && fields["probability"] == nil)
        #expect(fields["abstention"] as? String == "unfamiliar")
        #expect(guess["category"] as? String == "search" && guess["probability"] as? Double == 0.75)
    }

    @Test func `a prediction has neither an abstention nor a guess`() throws {
        let fields = try Self.fields(Self.verdict(nil))
        #expect(fields["category"] as? String == "search" && fields["probability"] as? Double == 0.75)
        #expect(fields["abstention"] == nil && fields["guess"] == nil)
    }

    @Test func `a verdict of a multi-label taxonomy has all its categories`() throws {
        var verdict = Self.verdict(nil)
        verdict.taxonomy = Taxonomy(name: "own", categories: ["code", "search"], isMultilabel: true)
        verdict.categories = ["search", "code"]
        let fields = try Self.fields(verdict)
        #expect(fields["categories"] as? [String] == ["search", "code"])
        #expect(try JSONDecoder().decode(Verdict.self, from: JSONEncoder().encode(verdict)) == verdict)
        #expect(try Self.fields(Self.verdict(nil))["categories"] == nil)
    }

    @Test func `a verdict of an earlier version has both a category and an abstention`() throws {
        var fields = try Self.fields(Self.verdict(.unsure))
        fields["guess"] = nil
        fields["familiarity"] = nil
        fields["category"] = "search"
        fields["probability"] = 0.75
        fields["abstention"] = "outOfVocabulary"
        let data = try JSONSerialization.data(withJSONObject: fields)
        var expected = Self.verdict(.unfamiliar)
        expected.familiarity = nil
        #expect(try JSONDecoder().decode(Verdict.self, from: data) == expected)
    }
}
