import IlkRules
import Foundation
import IlkCalls
import IlkVocabulary

/// A call as programs read it.
struct CallOutput: Encodable {
    /// What the pipeline thinks of it.
    struct Suggestion: Encodable {
        var emotion: String
        var probability: Double
        var evidence: [String]
        var classifier: String
        var model: String?
        var rules: String?
    }

    var schema = "ilk.call/1"
    var key: String
    var shortID: String
    var id: Int32
    var contactId: Int32
    var contact: String
    var calledAt: String
    var duration: Int32
    var emotionalState: String?
    var emoji: String?
    var notes: String?
    var tags: [String]?
    var attachments: [String]?
    var syncStatus: String
    var syncError: String?
    var lastSyncAttempt: String?
    var createdAt: String
    var updatedAt: String
    var suggestion: Suggestion?

    /// The output of a call.
    init(_ call: CallLogEntity, contact: String) {
        key = call.key.description
        shortID = call.shortID
        id = call.id
        contactId = call.contactId
        self.contact = contact
        calledAt = CallTime.text(call.calledAt)
        duration = call.duration
        emotionalState = call.emotionalState
        emoji = call.emotion?.emoji
        notes = call.notes
        syncStatus = call.syncStatus.rawValue
        syncError = call.syncError
        lastSyncAttempt = call.lastSyncAttempt.map(CallTime.text)
        createdAt = CallTime.text(call.createdAt)
        updatedAt = CallTime.text(call.updatedAt)
    }
}

extension CallOutput.Suggestion {
    /// The output of a suggestion.
    init(_ suggestion: CallSuggestedEmotion) {
        self.init(
            emotion: suggestion.emotion.rawValue, probability: suggestion.probability,
            evidence: suggestion.evidence, classifier: suggestion.provenance.classifier,
            model: suggestion.provenance.modelDigest, rules: suggestion.provenance.ruleSetDigest)
    }
}
