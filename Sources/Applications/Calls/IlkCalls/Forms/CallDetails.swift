package import IlkStore
package import IlkVocabulary

/// A call with its contact, tags, attachments, corrections and suggested emotion.
package struct CallDetails: Sendable {
    package let call: CallLogEntity
    /// The name of the contact.
    package let contact: String
    package let tags: [String]
    package let attachments: [String]
    package let suggestion: CallSuggestedEmotion?
    package let corrections: [RecordCorrection]

    package var fields: JSONObject {
        var fields = call.fields(contact: contact)
        fields["tags"] = tags.isEmpty ? nil : tags
        fields["attachments"] = attachments.isEmpty ? nil : attachments
        fields["suggestion"] = suggestion?.fields
        fields["corrections"] = corrections.isEmpty ? nil : corrections
        return fields
    }
}

extension CallLogStorage {
    /// Returns the details of a call.
    ///
    /// - Throws: ``CallError`` or `StoreError`.
    package func details(of call: CallLogEntity) async throws -> CallDetails {
        let marks = try await tagsAndAttachments(of: call.key)
        return CallDetails(
            call: call, contact: try await contact(id: call.contactId).name, tags: marks.tags,
            attachments: marks.attachments, suggestion: try await suggestion(for: call.key),
            corrections: try await corrections(of: call))
    }
}
