/// The buffers that scoring writes to. One for each thread, used for one text after another.
public struct ModelScratch {
    package var bag = FeatureBag()
    let scan = StretchScan()
    var sums: [Int32] = []
    var scores: [Double] = []
    /// What ``TextModel/vocabulary(of:using:)`` says of the text scored last; nil where scoring has not counted it.
    public internal(set) var words: (known: Int, all: Int)?

    /// Buffers that have held nothing.
    public init() {}
}
