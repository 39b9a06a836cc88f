import ArgumentParser
import IlkVocabulary

/// How a call felt, as people type it: the name of an emotion, or its face.
struct CallEmotion: Hashable, Sendable, ExpressibleByArgument {
    /// The emotion.
    let state: EmotionalState

    /// Reads a name in either case, or a face; nil for anything else.
    init?(argument: String) {
        let found = EmotionalState.allCases.first {
            $0.rawValue == argument.lowercased() || $0.emoji == argument
        }
        guard let found else { return nil }
        state = found
    }

    /// What can be typed.
    static var allValueStrings: [String] { EmotionalState.allCases.map(\.rawValue) }
}
