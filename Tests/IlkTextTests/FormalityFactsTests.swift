import IlkText
import IlkVocabulary
import Testing

/// Pairs of texts in which one is undisputedly more formal.
@Suite struct `Formality pairs` {
    /// Two forms and the sentences that they are inserted into, in place of `_`.
    struct Fact: CustomTestStringConvertible, Sendable {
        var informal: String
        var formal: String
        var carriers: [String]

        init(_ informal: String, _ formal: String, _ carriers: String...) {
            self.informal = informal
            self.formal = formal
            self.carriers = carriers
        }

        var testDescription: String { "\(informal) < \(formal)" }
    }

    static let spellings: [Fact] = [
        Fact(
            "gonna", "going to", "I am _ call the office.", "They're _ win this", "We are _ need more time."),
        Fact("wanna", "want to", "I _ know the price.", "do you _ come along?", "They _ sell the house."),
        Fact("gotta", "have to", "We _ leave at nine.", "you _ see this", "I _ finish the report today."),
        Fact("kinda", "rather", "The film was _ long.", "It is _ cold in here.", "that looks _ old"),
        Fact("dunno", "do not know", "I _ where he lives.", "We _ the answer yet.", "they _ what happened"),
        Fact("gimme", "give me", "_ the keys.", "Please _ a call tomorrow.", "can you _ five minutes"),
        Fact("lemme", "let me", "_ see the plan.", "Just _ know.", "_ think about it for a day."),
        Fact("u", "you", "Can _ send the file?", "I will call _ on Monday.", "see _ there", "Are _ sure?"),
        Fact("ur", "your", "Is this _ bag?", "Send me _ address.", "I like _ garden"),
        Fact("r", "are", "Where _ the documents?", "we _ on the way", "They _ quite right."),
        Fact("thx", "thank you", "_ for the book.", "_", "Got it, _", "_ very much for coming."),
        Fact("thx", "thanks", "_ for the help.", "ok _", "Many _ to all of them."),
        Fact("pls", "please", "Could you _ sign here?", "_ call back", "Close the door, _."),
        Fact("plz", "please", "Can someone help me _?", "_ wait outside.", "read this _"),
        Fact("cuz", "because", "I stayed home _ it rained.", "We left _ the shop was shut."),
        Fact("tho", "though", "It was good, _.", "he came late _", "I would ask her first, _."),
        Fact("thru", "through", "We drove _ the tunnel.", "Please go _ the list again."),
        Fact("ppl", "people", "Some _ never learn.", "Ten _ came to the meeting."),
        Fact("msg", "message", "I got the _ yesterday.", "Send a _ to the team."),
        Fact("gr8", "great", "That was a _ evening.", "_ work!", "we had a _ time"),
        Fact("b4", "before", "Call me _ noon.", "we met _ the war"),
        Fact("2nite", "tonight", "The show is on _.", "are we eating out _?"),
        Fact("omg", "indeed", "_ that is expensive.", "_, they lost again."),
        Fact("nite", "night", "It rained all _.", "see you on Friday _"),
        Fact("alot", "a great deal", "We travel _.", "I learned _ from her."),
        Fact("sooo", "so", "It is _ late.", "I am _ tired", "The house was _ quiet."),
        Fact("reallyyy", "really", "This is _ important.", "he was _ angry"),
    ]

    static let contractions: [Fact] = [
        Fact(
            "don't", "do not", "I _ agree.", "They _ live here any more.", "we _ have time", "Why _ you ask?"),
        Fact("can't", "cannot", "We _ attend the meeting.", "I _ see it", "She _ be reached today."),
        Fact("won't", "will not", "It _ take long.", "They _ pay the bill.", "that _ work"),
        Fact("isn't", "is not", "This _ the right form.", "He _ here", "The door _ locked."),
        Fact("didn't", "did not", "She _ answer.", "We _ receive the parcel.", "it _ help"),
        Fact("couldn't", "could not", "I _ open the file.", "They _ find the house."),
        Fact("haven't", "have not", "We _ decided yet.", "I _ seen it"),
        Fact("I'm", "I am", "_ in the office.", "_ sorry for the delay.", "_ writing about the job."),
        Fact("I'll", "I will", "_ send the contract.", "_ be there at six.", "_ let him know."),
        Fact("I've", "I have", "_ read the paper.", "_ been ill this week."),
        Fact("we're", "we are", "Today _ closed.", "I hope _ right.", "now _ late"),
        Fact("they've", "they have", "I hear _ left.", "By now _ arrived in Rome."),
        Fact("it's", "it is", "I think _ late.", "Today _ cold.", "if _ true, tell me"),
        Fact("that's", "that is", "I know _ wrong.", "Sir, _ my seat.", "well _ good"),
        Fact("dont", "do not", "I _ know the way.", "we _ want it", "They _ sell bread here."),
        Fact("dont", "don't", "I _ know the way.", "we _ want it", "They _ sell bread here."),
        Fact("im", "I am", "Well, _ at home now.", "Now _ at work.", "today _ in Rome"),
    ]

    static let marks: [Fact] = [
        Fact(
            "!!!", ".", "We won_", "Thank you for the flowers_", "The train is late again_",
            "see you on Monday_"),
        Fact(
            "!", ".", "We won_", "Thank you for the flowers_", "The train is late again_",
            "See you on Monday_"),
        Fact("???", "?", "Where is the key_", "Have you seen the news_", "what did he say_"),
        Fact("...", ".", "I thought you knew_", "The door was open_", "we waited for an hour_"),
        Fact(" :)", ".", "See you on Monday_", "Thank you for the flowers_", "I found the key_"),
        Fact(" 😂", ".", "See you on Monday_", "He fell into the lake_", "I found the key_"),
        Fact("", ".", "See you on Monday_", "The train is late again_", "I have read the report_"),
        Fact("#blessed", "", "We reached the summit today _", "A new house at last _"),
        Fact("&", "and", "The manager _ the director agreed.", "We sell bread _ milk.", "you _ me"),
        Fact("the", "The", "_ train is late.", "_ report was sent on Monday.", "_ office is closed today"),
        Fact("we", "We", "_ met the director.", "_ cannot accept the offer.", "_ left early"),
        Fact("please", "Please", "_ find the report attached.", "_ call the office."),
        Fact("i", "I", "Yesterday _ met the director.", "_ agree with the plan.", "when _ was young"),
        Fact("NEVER", "never", "I will _ do that again.", "They _ paid the bill."),
    ]

    static let words: [Fact] = [
        Fact(
            "hey", "Dear Sir", "_, I have a question.", "_, the goods have arrived.", "_\n\nthe bill is paid."
        ),
        Fact(
            "Hey", "Dear Madam", "_, I have a question.", "_, thank you for your letter.", "_\n\nI will come."
        ),
        Fact("hi", "Dear colleagues", "_, the meeting is at nine.", "_, the report is ready."),
        Fact("Cheers", "Sincerely", "See you on Monday.\n\n_, Anna", "The bill is paid.\n_\nTom"),
        Fact("bye", "Yours faithfully", "That is all for today.\n\n_", "We look forward to it.\n\n_"),
        Fact("yeah", "yes", "_, we can do that.", "he said _ to the offer", "I think so, _."),
        Fact("nope", "no", "_, that is wrong.", "the answer is _"),
        Fact("guys", "gentlemen", "Good morning, _.", "These _ want to see the manager."),
        Fact("kids", "children", "The _ are at school.", "How many _ do they have?", "we took the _ along"),
        Fact("dad", "father", "My _ works in Rome.", "I wrote to his _."),
        Fact("cops", "police officers", "Two _ came to the house.", "The _ closed the road."),
        Fact("stuff", "material", "We need more _ for the roof.", "Where do you keep the _?"),
        Fact("awesome", "excellent", "The food was _.", "You did an _ job.", "an _ view of the lake"),
        Fact("crap", "nonsense", "This is _.", "I will not read such _."),
        Fact("a lot of", "many", "We saw _ birds.", "The firm has _ customers.", "there are _ ways"),
        Fact("kind of", "somewhat", "It was _ strange.", "The answer is _ late."),
        Fact("get", "receive", "When will I _ the parcel?", "You will _ a letter from us."),
        Fact("need", "require", "We _ your signature.", "The plants _ water.", "all rooms _ a key"),
        Fact("ask", "inquire", "I called to _ about the room.", "Please _ at the desk."),
        Fact("help", "assistance", "Thank you for your _.", "They asked for _ at once."),
        Fact("buy", "purchase", "We want to _ the land.", "Where can I _ a ticket?"),
        Fact("but", "however", "I called, _ nobody came.", "The room is small; _, it is warm."),
        Fact(
            "so", "therefore", "The bridge was closed, _ we went home.", "It rained; _ the match was stopped."
        ),
        Fact("maybe", "perhaps", "_ we will meet again.", "It is _ too late.", "_ the letter was lost."),
        Fact("about", "approximately", "It costs _ ten pounds.", "The walk takes _ an hour."),
        Fact("mad", "displeased", "The teacher was _.", "Are they _ with the result?"),
    ]

    @Test(arguments: spellings + contractions + marks + words)
    func `the formal form scores higher in every sentence`(fact: Fact) throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        func score(_ form: String, _ carrier: String) -> FormalityScore {
            analyzer.analyze(Self.fill(carrier, form), into: &analysis)
            return Formality.score(analysis, language: "en")
        }
        for carrier in fact.carriers {
            let informal = score(fact.informal, carrier)
            let formal = score(fact.formal, carrier)
            #expect(informal.isSupported && formal.isSupported)
            #expect(informal.value < formal.value, "in: \(carrier)")
        }
    }

    private static func fill(_ carrier: String, _ form: String) -> String {
        let parts = carrier.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.joined(separator: form)
    }

    @Test func `the table has enough pairs`() {
        let facts = Self.spellings + Self.contractions + Self.marks + Self.words
        #expect(facts.count >= 40)
        #expect(facts.allSatisfy { $0.carriers.count >= 2 || $0.formal.isEmpty })
    }
}
