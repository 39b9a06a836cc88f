import IlkConsole
import IlkStore
import IlkUsage

extension UsageApplication: CorrectApplication {
    static let labeledRecord = "phrase"

    static let correctText = CommandText(
        "correct",
        abstract: "Correct the label of a phrase.",
        usage: correctUsage,
        discussion: """
            The label of a phrase is its tag, which 'ilk usage speak --tag' sets. A correction overrides the \
            tag; the tag itself is kept. 'ilk usage classify --labeled' and 'ilk retrain --from usage' use \
            the correction. A phrase can be corrected again: the last correction counts. --withdraw restores \
            the tag. Corrections are not synced. -1 is the newest phrase.
            """,
        examples: [
            "Record a phrase": "ilk usage speak 'I am so happy' --symbols I,happy --tag joy",
            "Correct its label": "ilk usage correct -1 happy",
            "Withdraw the correction": "ilk usage correct -1 --withdraw",
        ])

    static func correct(
        _ reference: String, by correction: RecordCorrection, _ selection: Void, in open: OpenStore<Self>
    ) async throws -> CorrectedRecord {
        let (event, before) = try await open.store.correct(
            Self.reference(reference, at: "<\(labeledRecord)>"), by: correction)
        return CorrectedRecord(
            id: event.shortID, before: before, after: correction.label ?? event.tag,
            text: OpenUsageStore.words(of: event))
    }
}
