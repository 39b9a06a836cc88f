import IlkPipeline

/// Classifies the text in its arguments.
@main enum Classify {
    static func main() throws {
        let text = CommandLine.arguments.dropFirst().joined(separator: " ")
        let verdict = try Pipeline.standard().classify(text, explaining: true)
        print(verdict.category, verdict.probability)
        for piece in verdict.evidence.prefix(3) { print("  \(piece.phrase)") }
    }
}
