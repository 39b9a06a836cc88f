package import IlkLearning
package import IlkModels
package import IlkTraining

/// A model file that a training has made, and the choices of the training.
package struct TrainedModel {
    /// The bytes of the file.
    package var bytes: [UInt8]
    /// The comparison of the types of models, or `nil` if the user specified the type.
    package var kind: KindChoice?
    /// The choice of the settings of naive Bayes, or `nil` without a search.
    package var bayes: BayesChoice?
    /// The choice of the cost of a linear model of the given type.
    package var linear: LinearChoice?
    /// The calibration on held-out sources, or `nil` if the model was not calibrated in this way.
    package var calibration: SourceCalibration?
    /// `true` if there were too many labels for a search.
    package var hasManyLabels = false
    /// The record of the time limit that the training reached, or `nil` if it reached none.
    package var timeLimit: TimeLimitMark?

    init(_ bytes: [UInt8], _ timeLimit: TimeLimitMark? = nil) {
        (self.bytes, self.timeLimit) = (bytes, timeLimit)
    }
}
