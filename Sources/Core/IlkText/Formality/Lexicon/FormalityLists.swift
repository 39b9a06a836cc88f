enum FormalityLists {
    static let classes: [(FormalityFeature, String)] =
        FormalityFeature.allCases.prefix(FormalityFeature.wordClassCount).map {
            ($0, WordLists.formality[$0.name])
        }

    /// The words of each property that is not counted as a class.
    static let marks: [(FormalityWordMarks, String)] = [
        (.participle, WordLists.formality["irregularParticiples"]),
        (.beforeParticiple, "also being been not ever"),
        (.pronounContraction, WordLists.formality["pronounContractions"]),
        (.address, "http https ftp mailto www"),
        (.bareNegation, WordLists.formality["bareNegations"]),
        (.bareAuxiliary, WordLists.formality["bareAuxiliaries"]),
        (.foreign, WordLists.formality["foreignFunctionWords"]),
        (.plain, WordLists.formality["plain"]),
    ]

    static let formalPhrases = WordLists.formality["formalPhrases"]
    static let casualPhrases = WordLists.formality["casualPhrases"]
}
