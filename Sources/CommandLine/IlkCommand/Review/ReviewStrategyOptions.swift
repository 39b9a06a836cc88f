public import ArgumentParser
public import Ilk
import IlkConsole

extension ReviewStrategy: ExpressibleByArgument {}

/// The choice of texts for review.
struct ReviewStrategyOptions: ParsableArguments {
    @Option(help: "The strategy that chooses the texts.")
    var strategy: ReviewStrategy = .diverse
}
