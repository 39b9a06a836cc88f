import Foundation
import Testing

@testable import IlkVocabulary

@Suite("Names of earlier releases") struct FormerNamesTests {
    @Test func `the former name of a flag is read, and an unknown one rejected`() throws {
        func flags(_ json: String) throws -> [Verdict.Flag] {
            try JSONDecoder().decode([Verdict.Flag].self, from: Data(json.utf8))
        }
        #expect(
            try flags(#"["repaired","gaveUp","stepLimitReached"]"#) == [
                .repaired, .stepLimitReached, .stepLimitReached,
            ])
        #expect(throws: DecodingError.self) { try flags(#"["tired"]"#) }
        #expect(Verdict.Flag(storedName: "gaveUp") == .stepLimitReached)
        #expect(
            String(decoding: try JSONEncoder().encode([Verdict.Flag.stepLimitReached]), as: UTF8.self)
                == #"["stepLimitReached"]"#)
    }

    @Test func `evidence with the former fields kind and name is read`() throws {
        func evidence(_ type: String, _ id: String) throws -> Evidence {
            let json = #"{"\#(type)":"rule","\#(id)":"a.b","spans":[],"weights":[0.5]}"#
            return try JSONDecoder().decode(Evidence.self, from: Data(json.utf8))
        }
        #expect(try evidence("kind", "name") == evidence("type", "id"))
        let text = String(decoding: try JSONEncoder().encode(evidence("kind", "name")), as: UTF8.self)
        #expect(text.contains(#""type":"rule""#) && !text.contains("kind"))
        #expect(text.contains(#""id":"a.b""#) && !text.contains("name"))
    }
}
