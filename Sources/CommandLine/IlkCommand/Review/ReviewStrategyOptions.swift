public import ArgumentParser
public import Ilk
import IlkConsole

extension ReviewStrategy: ExpressibleByArgument {}

/// The choice of texts for review.
struct ReviewStrategyOptions: ParsableArguments {
    @Option(help: "Choose texts: diverse, uncertain or random.")
    var strategy: ReviewStrategy = .diverse
}
