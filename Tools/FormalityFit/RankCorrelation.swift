/// Returns Spearman's rank correlation. Ties share their mean rank.
func rankCorrelation(_ first: [Double], _ second: [Double]) -> Double {
    correlation(ranks(first), ranks(second))
}

private func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
        var end = start
        while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
        for place in start..<end { ranks[order[place]] = Double(start + end - 1) / 2 }
        start = end
    }
    return ranks
}

private func correlation(_ first: [Double], _ second: [Double]) -> Double {
    let count = Double(first.count)
    let means = (first.reduce(0, +) / count, second.reduce(0, +) / count)
    var products = 0.0
    var squares = (0.0, 0.0)
    for (one, other) in zip(first, second) {
        products += (one - means.0) * (other - means.1)
        squares.0 += (one - means.0) * (one - means.0)
        squares.1 += (other - means.1) * (other - means.1)
    }
    return products / (squares.0 * squares.1).squareRoot()
}
