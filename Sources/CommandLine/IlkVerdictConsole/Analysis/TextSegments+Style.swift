import ArgumentParser
package import Ilk

/// The sentence boundaries, the values of `--style`.
extension TextSegments.SentenceStyle: ExpressibleByArgument {}
