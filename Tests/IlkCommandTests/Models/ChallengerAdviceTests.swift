import Ilk
import IlkVocabulary
import Testing

@testable import IlkConsole
@testable import IlkVerdictConsole

@Suite("Advice on a challenger") struct ChallengerAdviceTests {
    private func advice(
        _ challenger: String = "1.0.1", against champion: String? = nil, of set: LabelSet? = nil,
        isLogging: Bool = true, log: String? = nil
    ) -> String? {
        var assembly = PipelineAssembly(folders: Console.silent().folders)
        if let set { assembly.use(set) }
        if let champion { assembly.model = ClassifierOptions.model(champion) }
        return ChallengerAdvice.sentence(
            ClassifierOptions.model(challenger), against: assembly, isLogging: isLogging, log: log)
    }

    @Test func `logged differences are listed by a command with the options of the log`() {
        let set = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("vote")])
        #expect(advice() == "list them with: ilk model compare 1.0.1 --answered")
        #expect(advice(of: set) == "list them with: ilk model compare 1.0.1 --answered --taxonomy news")
        let options = " --champion 1.0.0 --log-file 'my log.sqlite'"
        #expect(
            advice(against: "1.0.0", log: "my log.sqlite")
                == "list them with: ilk model compare 1.0.1 --answered" + options)
        #expect(advice(isLogging: false) == "log them with --log to list them")
    }

    @Test func `files and several labels cannot be compared, so there is no advice`() {
        var set = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("vote")])
        set.isMultilabel = true
        #expect(advice("other.ilk") == nil && advice(against: "other.ilk") == nil && advice(of: set) == nil)
    }
}
