/// The buffers that scoring writes to. One for each thread, used for one text after another.
public struct ModelScratch {
    var bag = FeatureBag()
    let scan = LinearScan()
    var sums: [Int32] = []
    var scores: [Double] = []

    /// Buffers that have held nothing.
    public init() {}
}
