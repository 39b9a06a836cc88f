import IlkRedaction
package import IlkVocabulary

extension ClassificationLogEntry {
    /// The JSON fields of the entry.
    ///
    /// `category` is the human label if a correction is in effect. Otherwise it is the predicted label, or
    /// null if the classifier abstained. `classified` is the predicted label, regardless of corrections. In a
    /// multi-label taxonomy, `categories` lists all labels in effect, and `classifiedCategories` lists all
    /// predicted labels.
    package var fields: JSONObject {
        let flags = verdict?.flags.map(\.rawValue) ?? []
        let fields: JSONObject = [
            "id": id.description, "shortID": shortID, "timestamp": TimeText.text(log.timestamp),
            "margin": verdict?.margin,
            "flags": flags.isEmpty ? nil : flags,
            "scores": verdict.map { verdict in
                Dictionary(uniqueKeysWithValues: verdict.scores.map { ($0.key.rawValue, $0.value) })
            },
            "classifier": verdict?.provenance.classifier, "model": verdict?.provenance.modelDigest,
            "rules": verdict?.provenance.ruleSetDigest, "correction": correction?.fields,
            "redacted": redacted.isEmpty ? nil : redacted.map(\.rawValue), "textLength": log.textLength,
            "text": log.text,
        ]
        var entry = fields.predicting(
            log.category, verdict?.probability, abstention: verdict?.abstention?.rawValue)
        entry["classified"] = entry["category"]
        if let correctedCategories {
            entry["category"] = correctedCategories.first.map { $0.rawValue as any Encodable } ?? JSONNull()
        }
        if isMultilabel {
            entry["categories"] = categories.map(\.rawValue)
            entry["classifiedCategories"] = predictedCategories.map(\.rawValue)
        }
        return entry
    }
}

extension ClassificationCorrection {
    /// The JSON fields of the correction. A correction that withdraws earlier corrections has no `category`.
    /// `ignored` is `true` if the corrections of the author are ignored or if this correction was withdrawn.
    package var fields: JSONObject {
        [
            "category": withdraws ? nil : categories.first?.rawValue,
            "categories": labels?.map(\.rawValue), "source": source.rawValue, "author": author,
            "timestamp": TimeText.text(timestamp), "ignored": isIgnored ? true : nil,
        ]
    }
}

extension ChallengerAnswer {
    package var fields: JSONObject {
        let fields: JSONObject = ["classifier": provenance.classifier, "model": provenance.modelDigest]
        return fields.predicting(category.rawValue, probability, abstention: abstention?.rawValue)
    }
}
