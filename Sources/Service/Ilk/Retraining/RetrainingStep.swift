/// The steps of a retraining, in order.
package enum RetrainingStep: String, Sendable, CaseIterable {
    /// Compares the active version with earlier versions on newer corrections.
    case checking
    /// Counts the texts of the log.
    case counting
    /// Makes the new model.
    case training
    /// Compares the new model with the active model.
    case measuring
    /// Stores the new version, and activates it if it passes the gate.
    case saving
}
