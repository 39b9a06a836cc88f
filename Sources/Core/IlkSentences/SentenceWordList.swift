/// A list of words of some languages with one role.
///
/// Words are in small letters, separated by white space, without their last full stop. `~` behind a word says that it
/// means something else in another language, so that it is read only where the language is given. What is wrong with
/// an abbreviation depends on its role: one that is `inner` by mistake glues sentences together, one that is `usual`
/// only before words that no list knows to begin sentences.
struct SentenceWordList: Sendable {
    /// The languages; none means all.
    let tongues: [SentenceLanguage.Tongue]
    /// What the words are.
    let role: SentenceLexicon.Role
    /// The words.
    let words: String

    init(_ tongues: [SentenceLanguage.Tongue], _ role: SentenceLexicon.Role, _ words: String) {
        self.tongues = tongues
        self.role = role
        self.words = words
    }

    /// All lists of the project.
    static var all: [SentenceWordList] {
        shared + english + germanic + romance + slavic + otherLatin + otherScripts
    }
}
