package import IlkLearning
package import IlkModels
package import IlkTraining

/// A trained model file, and the settings that the training selected.
package struct TrainedModel {
    package var bytes: [UInt8]
    /// The comparison of naive Bayes with a linear model, or `nil` if the user specified the type.
    package var kind: KindChoice?
    /// The selected settings of naive Bayes, or `nil` if there was no search.
    package var bayes: BayesChoice?
    /// The error cost that cross-validation selected. Set only if the user specified a linear model.
    package var linear: LinearChoice?
    /// The calibration of a naive Bayes model on held-out sources, or `nil` if there is none.
    package var calibration: SourceCalibration?
    /// `true` if there were too many labels to search for better settings.
    package var hasManyLabels = false
    /// The time limit that the training reached, or `nil` if the training was completed.
    package var timeLimit: TimeLimitMark?

    init(_ bytes: [UInt8], _ timeLimit: TimeLimitMark? = nil) {
        (self.bytes, self.timeLimit) = (bytes, timeLimit)
    }
}
