import Ilk
import IlkVocabulary
import Testing

@Suite struct LabelSetChangeTests {
    @Test func `a label cannot be merged into a retired label`() throws {
        var change = LabelSetChange(
            LabelSet(id: "7", name: "tools", labels: [LabelSet.Label("hose"), LabelSet.Label("pump")]))
        try change.setRetired("pump", true)
        let error = #expect(throws: IlkError.self) { try change.merge("hose", into: "pump") }
        #expect(error?.description == "'hose' cannot be merged into 'pump', because 'pump' is retired")
        #expect(error?.hint == "first restore it with: ilk taxonomy edit tools --restore pump")
        try change.setRetired("pump", false)
        try change.merge("hose", into: "pump")
        #expect(change.set.merged == ["hose": "pump"])
    }

    @Test func `restoring a merged label names the option that ends the merge`() throws {
        var change = LabelSetChange(
            LabelSet(id: "7", name: "tools", labels: [LabelSet.Label("hose"), LabelSet.Label("pump")]))
        try change.merge("hose", into: "pump")
        let error = #expect(throws: IlkError.self) { try change.setRetired("hose", false) }
        #expect(error?.description == "the taxonomy tools has no label 'hose'; it was merged into 'pump'")
        #expect(error?.hint == "end the merge with: ilk taxonomy edit tools --add hose")
    }

    @Test func `titles are compared with other titles and keys without regard to case`() throws {
        var other = LabelSet(id: "8", name: "parts", labels: [LabelSet.Label("x")])
        other.title = "Spare parts"
        var change = LabelSetChange(
            LabelSet(
                id: "7", name: "tools",
                labels: [LabelSet.Label("hose", title: "Tube"), LabelSet.Label("pump")]))
        let cases: [(label: String?, title: String, told: String)] = [
            ("pump", "TUBE", "the label 'hose' already has the title 'Tube'"),
            ("pump", "Hose", "there is already a label 'hose'"),
            (nil, "spare PARTS", "the taxonomy parts already has the title 'Spare parts'"),
            (nil, "Parts", "there is already a taxonomy parts"),
        ]
        for (label, title, told) in cases {
            let error = #expect(throws: IlkError.self) {
                try change.rename(label, to: title, among: [change.set, other])
            }
            #expect(error?.description == told)
        }
        let added = #expect(throws: IlkError.self) { try change.add("tube") }
        #expect(added?.description == "the label 'hose' already has the title 'Tube'")
        try change.rename("hose", to: "HOSE")
        try change.rename(nil, to: "Tools", among: [change.set, other])
        #expect(change.set.title == "Tools" && change.set.labels[0].title == "HOSE")
    }

    @Test func `adding a merged label ends the merge, and a note says so`() throws {
        var change = LabelSetChange(
            LabelSet(id: "7", name: "tools", labels: [LabelSet.Label("hose"), LabelSet.Label("pump")]))
        try change.merge("hose", into: "pump")
        try change.add("hose")
        #expect(change.set.merged.isEmpty && change.notes == ["'hose' is no longer merged into 'pump'"])
        try change.add("valve")
        #expect(change.notes.last?.hasPrefix("no text with the label 'valve' has been learned yet") == true)
    }
}
