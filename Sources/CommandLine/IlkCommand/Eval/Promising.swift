import IlkLearning
import IlkVocabulary

/// Which promises are to be found.
struct Promising {
    /// The shares of accepted answers that may be wrong.
    var maxErrors: [Double] = []
    /// Whether the answers of each category have a threshold of their own.
    var isByCategory = false

    /// What can be promised on the strength of an evaluation.
    func promises(of evaluation: Evaluation, taxonomy: Taxonomy) -> [MeasurementResult.Promise] {
        maxErrors.flatMap { maxError in
            guard isByCategory else {
                return [MeasurementResult.Promise(found: evaluation.promise(maxError: maxError))]
            }
            return zip(taxonomy.categories, evaluation.promises(maxError: maxError)).map {
                MeasurementResult.Promise(category: $0, found: $1)
            }
        }
    }
}
