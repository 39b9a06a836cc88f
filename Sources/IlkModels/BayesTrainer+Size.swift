import IlkVocabulary

extension BayesTrainer {
    /// The model of the counts so far that is no larger than asked for: the one that forgets least.
    ///
    /// Where the whole is too large, features of fewer texts than 2, 3, 4, ... are left out, until what is left has room.
    ///
    /// - Parameters:
    ///   - scales: How much each signal and family says.
    ///   - includesCounts: Whether the counts go into the file; they are part of its size.
    ///   - mostBytes: The most bytes that the file may have.
    /// - Throws: ``ModelError`` when two features cannot be told apart, or no model is as small as that.
    public func build(
        scales: BayesScales, includesCounts: Bool, mostBytes: Int
    ) throws(ModelError) -> [UInt8] {
        func bytes(_ minimum: Int, folds: Bool = false) throws(ModelError) -> [UInt8] {
            var settings = settings
            settings.minimumFrequency = minimum
            return try BayesModelWriter(counts: counts, settings: settings, scales: scales, choice: choice)
                .write(includesCounts: includesCounts, folds: folds)
        }
        var least = settings.minimumFrequency
        let whole = try bytes(least, folds: true)
        guard whole.count > mostBytes else { return whole }
        // What is told twice for speed goes first.
        var best = try bytes(least)
        guard best.count > mostBytes else { return best }
        var most = least + 1
        best = try bytes(most)
        while best.count > mostBytes {
            guard most <= counts.documents.reduce(0, +) else {
                throw ModelError(
                    .tooLarge, at: 0, "no model of these texts is as small as \(mostBytes) bytes")
            }
            least = most
            most *= 2
            best = try bytes(most)
        }
        // What fewer texts have takes more room: the least that fits lies between the two.
        while most - least > 1 {
            let middle = (least + most) / 2
            let found = try bytes(middle)
            if found.count > mostBytes { least = middle } else { (most, best) = (middle, found) }
        }
        return best
    }
}
