import IlkLearning
import Ilk
import IlkStore
import IlkCommand
import IlkConsole
import IlkMailCommand
import IlkMail
import IlkModels
import IlkVerdictConsole
import IlkVocabulary

/// Trains a model that predicts the folder of a message from its subject and text.
struct MailRetraining {
    /// The mail labels to include; empty for all folders.
    var only: [String]
    /// `true` to measure the model without saving it.
    var isDry: Bool
    /// The format of the report if the model is only measured.
    var format: ResultFormat
    var console: Console

    /// The maximum number of texts per folder, newest first. Further texts improve the model only a little.
    private static let maximumPerFolder = 20_000

    /// Trains or measures the model.
    ///
    /// - Throws: `badInput` if fewer than two folders have mail.
    func run(_ service: DatabaseService, of store: String, output: OutputTarget) async throws {
        try await service.verify()
        let texts = try await read(service)
        let input = LabeledInput(texts: texts)
        let training = ModelTrainingRun(
            training: ModelTraining(taxonomyName: MailStoreAccess.taxonomy, folders: console.folders),
            console: console)
        guard isDry else {
            let isFile = try output.isFile()
            try training.run(input, output: output)
            // A model written to a pipe or a device cannot be found again when mail is erased.
            if isFile { try MailStoreAccess.models(of: store, console).note(output.path) }
            return
        }
        try training.crossValidate(input, folds: 5, format: format == .json ? .json : .text)
    }

    private func read(_ service: DatabaseService) async throws -> [LabeledText] {
        let labels = only.isEmpty ? nil : Set(only)
        var progress = ProgressLine("messages", total: try await service.emails.count(), on: console)
        defer { progress.erase() }
        var texts: [Category: [LabeledText]] = [:]
        var last: EmailCursor?
        var read = 0
        repeat {
            let page = try await service.emails.labeledTexts(after: last, labels: labels)
            for text in page.texts { texts[text.category, default: []].append(text) }
            read += page.texts.count
            try progress.show(read)
            last = page.last
        } while last != nil
        return texts.keys.sorted().flatMap { texts[$0]?.suffix(Self.maximumPerFolder) ?? [] }
    }
}
