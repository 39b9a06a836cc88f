package import IlkLearning
package import IlkModels
package import IlkVocabulary

/// The result of training and registering a model.
package struct RegistrationReport {
    /// The name of the taxonomy.
    package let taxonomy: String
    /// The model, read from its bytes.
    package let model: any TextModel
    package let version: String
    /// `false` if the registry already contained the model.
    package let isNew: Bool
    /// `true` if the taxonomy did not exist.
    package let createdTaxonomy: Bool
    /// The measurements on held-out texts and on the regression set. Empty if there are neither.
    package let measured: [ModelMeasurement]
    /// The reason not to activate the version, or `nil` if there is no objection.
    package let objection: String?
    /// The change of the active version. `nil` if the version was already active, or if there is an
    /// ``objection``.
    package let change: RegistryRecord?
    /// The model file, and the settings that the training selected.
    package var trained = TrainedModel([])
    /// The number of training texts.
    package var texts = 0
    /// The number of texts that were held out.
    package var heldOut = 0
    /// The number of training texts of a multi-label taxonomy that have no label.
    package var withoutLabel = 0
    /// The number of texts that were left out because they are in the regression set.
    package var leftOut = 0
    /// The number of texts that were ignored because their label is retired.
    package var ignored = 0

    /// The labels without a training text. The model cannot predict these labels.
    package var unlearned: [Category] {
        zip(model.taxonomy.categories, model.documents).filter { $0.1 == 0 }.map(\.0)
    }

    package var fields: JSONObject {
        [
            "taxonomy": taxonomy, "createdTaxonomy": createdTaxonomy, "version": version, "isNew": isNew,
            "isActive": objection == nil, "before": change?.before, "objection": objection, "texts": texts,
            "heldOut": heldOut, "leftOut": leftOut, "ignored": ignored,
            "kind": model.kind.rawValue, "features": model.featureCount,
            "bytes": trained.bytes.count, "unlearned": unlearned.map(\.rawValue),
            "timeLimit": trained.timeLimit,
            "measured": measured.map { one -> JSONObject in
                [
                    "on": one.texts, "texts": one.new.count,
                    "accuracy": one.new.accuracy,
                    "activeAccuracy": one.active?.accuracy,
                ]
            },
        ]
    }
}
