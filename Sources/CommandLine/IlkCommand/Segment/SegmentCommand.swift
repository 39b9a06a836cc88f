import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkConsole
import IlkText
import IlkVocabulary

/// Writes the words or the sentences of texts with their locations.
struct SegmentCommand: StreamCommand, DescribedCommand {
    static let help = CommandText(
        "segment",
        abstract: "Segment a text into words or sentences.",
        discussion: """
            Prints the position, type and text of each word or sentence. A position is a half-open range of \
            UTF-8 bytes. Word boundaries follow UAX #29; in Thai, Khmer, Lao, Burmese, Chinese and Japanese \
            they come from a dictionary. Each word is also printed in a normal form (NFKC case fold). \
            Sentence boundaries follow UAX #29 too; with --style people, a period after an abbreviation \
            such as 'Dr.' does not end a sentence. With --ndjson, each line gains a field "words" or \
            "sentences"; the other bytes of the line are unchanged.
            """,
        examples: [
            "Split into words and punctuation": "echo 'Don’t panic: 42!' | ilk segment --words",
            "Split into sentences as people do":
                "echo 'Dr. Ito left at 5 p.m. on Monday. Nobody saw her.' | ilk segment --sentences --style people",
            "NDJSON in, NDJSON out":
                #"echo '{"id":7,"text":"One. Two."}' | ilk segment --sentences --ndjson"#,
        ])

    @OptionGroup var stream: RecordOptions

    @Flag(help: "Segment into words.")
    var words = false

    @Flag(help: "Segment into sentences.")
    var sentences = false

    @Flag(help: "With --words: also list white space.")
    var all = false

    @Option(help: "With --sentences: the rules for sentence ends.")
    var style: TextSegments.SentenceStyle?

    @Flag(help: "With --ndjson: replace the field 'words' or 'sentences'.")
    var replace = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if words == sentences { throw ValidationError("Exactly one of --words and --sentences is required.") }
        if all && !words { throw ValidationError("--all requires --words.") }
        if style != nil && !sentences { throw ValidationError("--style requires --sentences.") }
        try stream.check(replaces: replace)
    }

    var input: InputOptions { stream.input }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let unit = words ? TextSegments.Unit.words(all: all) : .sentences(style ?? .unicode)
        try await AnalysisRun(
            input: stream.records, format: stream.outputFormat, replaces: replace, console: console
        ).run { try SegmentReport(unit, style: console.style) }
    }
}
