import IlkLearning
package import IlkVocabulary

extension LearningReport {
    /// The report in structured output.
    package var fields: JSONObject {
        let versions = figures.versions
        return [
            "taxonomy": taxonomy.name, "multilabel": taxonomy.isMultilabel ? true : nil,
            "first": figures.times.map { RecordTime.text($0.lowerBound) },
            "last": figures.times.map { RecordTime.text($0.upperBound) },
            "hasEnoughAudits": figures.hasEnoughAudits, "total": figures.total.fields,
            "audits": figures.audits.fields, "chosen": figures.chosen.fields,
            "labels": figures.labels.rows.map(\.fields),
            "confusions": figures.labels.confusions.map { confusion -> JSONObject in
                [
                    "actual": confusion.actual.rawValue, "predicted": confusion.predicted.rawValue,
                    "texts": confusion.texts,
                ]
            },
            "versions": (versions.periods + versions.candidates).map(\.fields),
            "otherModels": versions.others.fields,
            "authors": figures.authors.map { author -> JSONObject in
                ["name": author.name, "predictions": author.predictions.fields]
            },
            "suspectedAuthor": suspectedAuthor, "disputed": disputed, "uncounted": uncounted,
            "ignored": ignored, "drift": drift, "confidence": figures.confidence?.fields,
            "agreements": agreements.isEmpty ? nil : agreements.map(\.fields),
        ]
    }
}

extension BinomialProportion {
    /// The counts, and the share with its 95 % interval unless there are no texts.
    fileprivate var fields: JSONObject {
        let interval = trials == 0 ? nil : interval()
        return [
            "texts": trials, "correct": events, "share": trials == 0 ? nil : share,
            "lower": interval?.lower, "upper": interval?.upper,
        ]
    }
}

extension ConfidenceFigures {
    fileprivate var fields: JSONObject {
        [
            "texts": texts, "isOfAudits": isOfAudits, "calibration": calibration, "riskCurve": riskCurve,
        ]
    }
}

extension ReviewerAgreement {
    fileprivate var fields: JSONObject {
        ["reviewers": reviewers, "texts": texts, "agreed": agreed, "kappa": kappa]
    }
}

extension PredictionTally {
    fileprivate var fields: JSONObject {
        var fields = accuracy.fields
        fields["abstained"] = abstained
        return fields
    }
}

extension TallyBySelection {
    fileprivate var fields: JSONObject {
        ["audits": audits.fields, "chosen": chosen.fields, "all": accuracy.fields]
    }
}

extension AccuracyOverTime {
    fileprivate var fields: JSONObject {
        [
            "blocks": blocks.map { block -> JSONObject in
                var fields = block.tally.fields
                fields["start"] = RecordTime.text(block.start)
                fields["end"] = RecordTime.text(block.end)
                return fields
            },
            "older": halves?.older.fields, "newer": halves?.newer.fields,
        ]
    }
}

extension LabelTallies.Row {
    fileprivate var fields: JSONObject {
        ["label": label.rawValue, "recall": recall.fields, "precision": precision.fields]
    }
}

extension VersionTimeline.Period {
    fileprivate var fields: JSONObject {
        [
            "version": version, "digest": digest, "change": change.rawValue,
            "start": start.map(RecordTime.text), "author": author,
            "reason": reason,
            "gate": gate, "predictions": predictions.fields,
        ]
    }
}
