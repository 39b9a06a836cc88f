import IlkLearning
import Ilk
import IlkStore
import IlkCommand
import IlkConsole
import IlkMailCommand
import IlkMail
import IlkModels
import IlkVocabulary

/// Makes a model of folders from mail: subject and text in, the folder out.
struct MailRelearning {
    /// Only mail with one of these labels; empty for all folders.
    var only: [String]
    /// Whether the model is only measured.
    var isDry: Bool
    /// How a measurement is shown.
    var format: ResultFormat
    /// Where it is told.
    var console: Console

    /// Texts of one folder count no more than this, the newest of it: beyond that they teach little.
    private static let mostOfOne = 20_000

    /// Learns.
    ///
    /// - Parameters:
    ///   - service: The mail.
    ///   - store: Its file.
    ///   - output: Where the model goes.
    /// - Throws: `badInput` when there are not two folders with mail.
    func run(_ service: DatabaseService, of store: String, output: OutputTarget) async throws {
        try await service.verify()
        let texts = try await read(service)
        let input = LabelledInput(texts: texts)
        let training = ModelTraining(taxonomyName: MailBook.taxonomy, console: console)
        guard isDry else {
            let isFile = try output.isFile()
            try training.run(input, output: output)
            // What a pipe or a device was given cannot be found again when mail is erased.
            if isFile { try MailBook.models(of: store, console).note(output.path) }
            return
        }
        try training.crossValidate(input, folds: 5, format: format == .json ? .json : .text)
    }

    private func read(_ service: DatabaseService) async throws -> [LabelledText] {
        let labels = only.isEmpty ? nil : Set(only)
        var progress = ProgressLine("messages", total: try await service.emails.count(), on: console)
        defer { progress.erase() }
        var texts: [Category: [LabelledText]] = [:]
        var last: EmailCursor?
        var read = 0
        repeat {
            let page = try await service.emails.labelledTexts(after: last, labels: labels)
            for text in page.texts { texts[text.category, default: []].append(text) }
            read += page.texts.count
            try progress.show(read)
            last = page.last
        } while last != nil
        return texts.keys.sorted().flatMap { texts[$0]?.suffix(Self.mostOfOne) ?? [] }
    }
}
