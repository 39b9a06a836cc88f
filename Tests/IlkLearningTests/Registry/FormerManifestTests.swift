import Foundation
import Testing

@testable import IlkLearning

@Suite("Manifests of earlier releases") struct FormerManifestTests {
    private static let comparison = #"{"bothRight":7,"onlyFirstRight":1,"onlySecondRight":2,"bothWrong":3}"#

    /// Decodes a manifest with the given names of the renamed fields and samples.
    private static func manifest(
        bases: String, groups: String, records: String, unlabeled: (weight: String, texts: String),
        holdsOut: String, samples: [String]
    ) throws -> VersionManifest {
        let gate =
            #"{"samples":["#
            + samples.map { #"{"name":"\#($0)","comparison":\#(comparison)}"# }.joined(separator: ",") + "]}"
        let json = """
            {"version":"1.0.1","taxonomy":"doctype","kind":"bayes","digest":"ab","created":"2026-11-26T12:00:00.000Z",
            "\(bases)":[{"version":"built-in","digest":"cd"}],
            "featureSet":{"version":"4.2","\(groups)":["style","unigrams"],"digest":"ef"},
            "\(records)":{"store":"0123","records":""},
            "retraining":{"log":"4567","watermark":{"rows":9,"last":9,"lastID":"x"},"correctionWeight":2,
            "ruleWeight":0.5,"\(unlabeled.weight)":0.25,"sampling":1,"\(holdsOut)":true,"without":["bo"],
            "corrections":40,"agreed":5,"\(unlabeled.texts)":6,"gate":\(gate)}}
            """
        return try JSONDecoder().decode(VersionManifest.self, from: Data(json.utf8))
    }

    @Test func `the former names of fields and samples are read, and the current ones written`() throws {
        let former = try Self.manifest(
            bases: "parents", groups: "families", records: "learnedFrom",
            unlabeled: ("unlabelledWeight", "unlabelled"), holdsOut: "holdsBack",
            samples: ["random audits", "held back", "frozen texts", "left out"])
        let current = try Self.manifest(
            bases: "baseVersions", groups: "featureGroups", records: "trainedOn",
            unlabeled: ("unlabeledWeight", "unlabeled"), holdsOut: "holdsOut",
            samples: ["audit sample", "held out", "regression set", "cross-validated"])
        #expect(former == current)
        #expect(former.baseVersions.map(\.version) == ["built-in"])
        #expect(former.featureSet?.featureGroups == ["style", "unigrams"] && former.trainedOn?.records == [])
        #expect(former.retraining?.unlabeledWeight == 0.25 && former.retraining?.unlabeled == 6)
        let text = String(decoding: try JSONEncoder().encode(former), as: UTF8.self)
        for name in ["parents", "families", "learnedFrom", "unlabelled", "holdsBack", "held back"] {
            #expect(!text.contains(name), "\(name)")
        }
        #expect(try JSONDecoder().decode(VersionManifest.self, from: Data(text.utf8)) == former)
    }
}
