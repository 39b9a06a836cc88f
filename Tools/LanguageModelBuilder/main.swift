import Foundation
import IlkText
import IlkVocabulary

let arguments = Array(CommandLine.arguments.dropFirst())
let settings = Settings()
switch arguments.first {
case "build":
    let file = try TextFile(Array(arguments.dropFirst(2)))
    print("\(file.texts.count) texts")
    let latin = Settings.languages.filter { $0.group == .latin }.flatMap(\.codes)
    let part = ModelBuilder(
        counts: LanguageCounts(file, without: Settings.heldOut), words: nil, settings: settings)
    let trial = LanguageGuesser(model: try LanguageModel(bytes: part.build(temperatures: [1])))
    let temperatures = TemperatureFit(trial, file, sources: Settings.heldOut).temperatures()
    print("temperatures \(temperatures)")
    let counts = LanguageCounts(file, without: [])
    let words = WordCounts(file, latin, trial)
    let bytes = ModelBuilder(counts: counts, words: words, settings: settings).build(
        temperatures: temperatures)
    try Data(bytes).write(to: URL(fileURLWithPath: arguments[1]))
    print("digest \(ContentDigest(of: bytes))")
    print("\(bytes.count) bytes")
case "measure":
    let model = try LanguageModel(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1]))))
    let guesser = LanguageGuesser(model: model)
    var measurement = Measurement()
    for text in try TextFile(Array(arguments.dropFirst(2))).texts {
        measurement.add(guesser.guess(text.text), text)
    }
    measurement.report()
case "guess":
    let model = try LanguageModel(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1]))))
    let guesser = LanguageGuesser(model: model)
    for text in try TextFile(Array(arguments.dropFirst(2))).texts {
        let guess = guesser.guess(text.text)
        print(
            text.label, guess.tag, guess.runnerUp?.code ?? "und", guess.confidence, text.source, text.text,
            separator: "\t")
    }
default: print("build OUT TEXTS... | measure MODEL TEXTS...")
}
