import Foundation
import IlkSync
import Testing

@testable import Monica

@Suite struct `Encoding of calls for Monica` {
    private let key = SyncKey(high: 0x0189_0A5D_AC96_774B, low: 0xBCCE_B302_099A_8057)
    private func content(_ notes: String, duration: Int32 = 20) -> CallContent {
        CallContent(contact: 7, calledAt: 1_800_000_000, duration: duration, emotion: "happy", notes: notes)
    }

    /// Decodes a record as Monica returns it: the fields of a request body, and those that Monica adds.
    private func said(
        _ members: [String: Any], in records: CallLogAPIService.Records
    ) throws -> DecodedCall? {
        let added: [String: Any] = [
            "id": 1, "contact": ["id": 7], "attendees": ["contacts": [["id": 7]]],
            "updated_at": "2027-01-15T08:00:00Z",
        ]
        let members = added.merging(members) { $1 }
        let json = try JSONSerialization.data(withJSONObject: members.filter { $0.key != "contacts" })
        let record = try MonicaWire.decode(Array(json), as: MonicaWire.Record.self)
        return records == .calls ? CallsMapping.call(record) : ActivitiesMapping.call(record)
    }

    @Test(arguments: CallLogAPIService.Records.allCases)
    func `a call is unchanged by encoding and decoding`(_ records: CallLogAPIService.Records) throws {
        for notes in [
            "", "talked about tea", "two\nlines\n", "[ilk d=9 v=]", "{\"a\":1}", "שלום 👋🏽", "a\n\n[b]",
        ] {
            let content = content(notes)
            let lineage = CallLineage([content.digest, 5])
            let body =
                records == .calls
                ? MonicaWire.encode(CallsMapping.body(content, key: key, lineage: lineage))
                : MonicaWire.encode(ActivitiesMapping.body(content, key: key, lineage: lineage))
            let members = try #require(
                try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
            let back = try #require(try said(members, in: records))
            #expect(back.content == content)
            #expect(back.key == key)
            #expect(back.lineage == lineage)
        }
    }

    @Test(arguments: CallLogAPIService.Records.allCases)
    func `a call created by a person in Monica has no key`(_ records: CallLogAPIService.Records) throws {
        let members =
            records == .calls
            ? ["called_at": "2027-01-15T08:00:00Z", "content": "by hand", "uuid": "x"]
            : ["summary": "Tea", "description": "by hand", "happened_at": "2027-01-15"]
        let back = try #require(try said(members, in: records))
        #expect(back.content.notes == "by hand")
        #expect(back.key == nil)
    }

    @Test func `text around the trailer line is part of the notes`() {
        let text = CallTrailer(duration: 5, emotion: nil, key: key, lineage: CallLineage([1])).appended(
            to: "first")
        let (notes, trailer) = CallTrailer.parse(text + "\nsecond")
        #expect(notes == "first\nsecond")
        #expect(trailer?.key == key)
        let browsers = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(CallTrailer.parse(browsers.map { String($0) }.joined(separator: "\r\n")).notes == "first")
        #expect(CallTrailer.parse("[ilk d=-1 v=]").trailer == nil)
        #expect(CallTrailer.parse("[ilk d=1 d=2 v=]").trailer == nil)
    }

    @Test func `merging appended notes gives the same result on both sides`() {
        let base = content("tea. ")
        let (one, other) = (content("tea. cake. "), content("tea. milk. "))
        #expect(one.mergingAppendedNotes(with: other, from: base)?.notes == "tea. cake. milk. ")
        #expect(
            other.mergingAppendedNotes(with: one, from: base)
                == one.mergingAppendedNotes(with: other, from: base))
        #expect(base.mergingAppendedNotes(with: one, from: base) == one)
        #expect(content("coffee").mergingAppendedNotes(with: other, from: base) == nil)
        #expect(one.mergingAppendedNotes(with: content("tea. milk. ", duration: 5), from: base) == nil)
        let long = content("tea. " + String(repeating: "x", count: 4990))
        #expect(long.mergingAppendedNotes(with: other, from: base) == nil)
    }

    @Test func `a merged lineage contains the latest versions of both sides`() {
        let contents = (0..<40).map { content("\($0)") }
        let one = contents[0..<20].reduce(CallLineage()) { $0.extended(by: $1) }
        let other = contents[20..<40].reduce(CallLineage()) { $0.extended(by: $1) }
        let both = one.extended(by: content("both"), over: other)
        #expect(both.digests.count == CallLineage.capacity)
        #expect(both.includes(contents[19]) && both.includes(contents[39]) && both.includes(content("both")))
        #expect(!both.includes(contents[0]))
    }
}
