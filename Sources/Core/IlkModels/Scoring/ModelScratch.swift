/// The buffers for scoring texts. Each thread needs separate buffers, which it can reuse for any number of
/// texts.
public struct ModelScratch {
    package var bag = FeatureBag()
    let scan = SpanScan()
    var sums: [Int32] = []
    var scores: [Double] = []
    /// The result of ``TextModel/vocabulary(of:using:)`` for the last scored text, or `nil` if scoring has
    /// not counted it.
    public internal(set) var words: (known: Int, all: Int)?

    /// Creates empty buffers.
    public init() {}
}
