import IlkLearning
import TestSupport
import Testing

@Suite struct `The last automatic promotion` {
    /// A change of the active version: its author, and the version, or `nil` for a rollback to the one
    /// before.
    typealias Change = (who: String, version: String?)

    private static let program = "ilk retrain"

    @Test(
        arguments: [
            ([], nil),
            ([("ana", "1.0.0")], nil),
            ([("ana", "1.0.0"), (program, "1.0.1")], ["1.0.0"]),
            ([("ana", "1.0.0"), (program, "1.0.1"), (program, "1.0.2")], ["1.0.0", "1.0.1"]),
            (
                [("ana", "1.0.0"), (program, "1.0.1"), (program, "1.0.2"), (program, "1.0.3")],
                ["1.0.0", "1.0.2"]
            ),
            // A person's choice is final. Earlier versions are not returned to.
            ([("ana", "1.0.0"), (program, "1.0.1"), ("ana", "1.0.2")], nil),
            ([("ana", "1.0.0"), (program, "1.0.1"), ("ana", nil)], nil),
            ([("ana", "1.0.0"), ("ana", "1.0.1"), (program, "1.0.2")], ["1.0.1"]),
            // A version that was rolled back is not returned to.
            ([("ana", "1.0.0"), (program, "1.0.1"), (program, "1.0.2"), (program, nil)], ["1.0.0"]),
            ([("ana", "1.0.0"), (program, "1.0.1"), (program, "1.0.0")], nil),
            ([("ana", "1.0.0"), (program, "1.0.1"), (program, nil), (program, "1.0.2")], ["1.0.0"]),
        ] as [([Change], [String]?)])
    func `it can be undone in favor of the first version and the one before`(
        changes: [Change], earlier: [String]?
    ) throws {
        let fixture = try RegistryFixture()
        for number in 0..<4 { try fixture.add(number) }
        let registry = fixture.registry()
        for (second, change) in changes.enumerated() {
            var signature = RegistryFixture.signature(second: second)
            signature.who = change.who
            if let version = change.version {
                try registry.promote(version, signature)
            } else {
                try registry.rollback(signature)
            }
        }
        let found = try registry.automaticPromotion(by: Self.program)
        #expect(found?.earlier == earlier)
        #expect(try found == nil || found?.version == registry.activeVersion())
        #expect(try registry.automaticPromotion(by: Self.program) { _ in false } == nil)
    }

    @Test func `an earlier version is restored by name, with the reason in the history`() throws {
        let fixture = try RegistryFixture()
        let registry = fixture.registry()
        let versions = try (0..<3).map { try fixture.add($0) }
        for version in versions { try registry.promote(version, RegistryFixture.signature()) }
        let record = try #require(
            try registry.rollback(to: versions[0], RegistryFixture.signature("worse")))
        #expect(record.act == .rollback && record.version == versions[0] && record.before == versions[2])
        #expect(try registry.activeVersion() == versions[0] && record.why == "worse")
        #expect(try registry.rollback(to: versions[0], RegistryFixture.signature()) == nil)
    }
}
