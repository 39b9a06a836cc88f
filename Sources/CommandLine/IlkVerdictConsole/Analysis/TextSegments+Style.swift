import ArgumentParser
package import Ilk

/// The rules for sentence boundaries, a value of `--style`.
extension TextSegments.SentenceStyle: ExpressibleByArgument {}
