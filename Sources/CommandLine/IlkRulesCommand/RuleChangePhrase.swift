import IlkConsole
import IlkRules
import IlkVocabulary

/// A change to a rule by an override file or a later layer, in words.
enum RuleChangePhrase {
    /// Returns a sentence with the change, the pack that made it, its location, the previous value and the
    /// reason.
    static func sentence(_ change: RuleChange, _ taxonomy: Taxonomy) -> String {
        let place = "\(VisibleText.oneLine(change.file)):\(change.line)"
        let reason = change.reason.isEmpty ? "" : ": " + VisibleText.oneLine(change.reason)
        switch change.kind {
        case .weights(let before):
            let weights = zip(taxonomy.categories, before).filter { $0.1 != 0 }
                .map { "\($0) \(DecimalText.signed($1))" }
            return
                "weight changed by \(change.name) (\(place)), before: \(weights.joined(separator: ", "))\(reason)"
        case .status(let before):
            return "status changed by \(change.name) (\(place)), before: \(before.rawValue)\(reason)"
        case .exception:
            return "does not match where an exception of \(change.name) matches (\(place))\(reason)"
        case .replaced:
            return "replaces the rule of \(change.name) (\(place))"
        }
    }
}
