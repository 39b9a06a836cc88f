import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("agreement of reviewers") struct ReviewerAgreementTests {
    private func labels(_ pairs: [(Category, Category)]) -> [[String: Set<Category>]] {
        pairs.map { ["ana": [$0.0], "bob": [$0.1]] }
    }

    /// The example of Cohen's kappa with 50 texts: both agree on 20 and 15, so kappa is 0.4.
    @Test func `kappa is the agreement beyond chance`() throws {
        let texts =
            labels(Array(repeating: ("warm", "warm"), count: 20))
            + labels(Array(repeating: ("cold", "cold"), count: 15))
            + labels(Array(repeating: ("warm", "cold"), count: 5))
            + labels(Array(repeating: ("cold", "warm"), count: 10))
        let found = try #require(ReviewerAgreement.all(texts).first)
        #expect(found.reviewers == ["ana", "bob"] && found.texts == 50 && found.agreed == 35)
        #expect(abs((found.kappa ?? 0) - 0.4) < 1e-12)
    }

    @Test func `kappa is undefined if all labels are equal, and texts of one reviewer do not count`() {
        let texts = labels([("warm", "warm"), ("warm", "warm")]) + [["ana": ["cold"]]]
        let found = ReviewerAgreement.all(texts)
        #expect(found.map(\.texts) == [2] && found.first?.kappa == nil)
        #expect(ReviewerAgreement.all([["ana": ["cold"]]]).isEmpty)
    }

    @Test func `pairs with the most common texts are first`() {
        let texts: [[String: Set<Category>]] = [
            ["ana": ["cold"], "bob": ["cold"], "eve": ["warm"]], ["bob": ["warm"], "eve": ["cold", "wet"]],
        ]
        #expect(
            ReviewerAgreement.all(texts).map(\.reviewers) == [
                ["bob", "eve"], ["ana", "bob"], ["ana", "eve"],
            ])
    }
}
