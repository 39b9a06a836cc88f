import IlkConsole
import ArgumentParser
import IlkCalls

/// What the commands that record a call have in common.
struct CallRecordingOptions: ParsableArguments {
    @OptionGroup var fields: CallFieldOptions

    @Flag(inversion: .prefixedNo, help: "Suggest an emotion from the notes where none is said.")
    var suggest = true

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    /// Shows a call that was recorded, with the emotion that its notes suggest.
    func finish(_ call: CallLogEntity, in book: CallBook) async throws {
        try await CallRecording(book: book, format: format, suggests: suggest).finish(call)
        try book.close()
    }
}
