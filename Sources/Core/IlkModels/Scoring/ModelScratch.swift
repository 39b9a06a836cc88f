/// The buffers for scoring texts. Each thread needs separate buffers, which it can reuse for any number of
/// texts.
public struct ModelScratch {
    package var bag = FeatureBag()
    let scan = SpanScan()
    var sums: [Int32] = []
    var scores: [Double] = []
    /// The numbers of known words and of all distinct words in the last scored text, as from
    /// ``TextModel/vocabulary(of:using:)``. It is `nil` if the words were not counted during scoring.
    public internal(set) var words: (known: Int, all: Int)?

    /// Creates empty buffers.
    public init() {}
}
