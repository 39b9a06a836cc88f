import IlkVocabulary

/// The reference implementation of the feature surveys. It counts items one by one and records the span of
/// each item.
struct ReferenceSurvey {
    private var counts = [Int](repeating: 0, count: TextFeature.allCases.count)
    private var places = [[TextSpan]](repeating: [], count: TextFeature.allCases.count)
    var characters = 0
    var letters = 0
    var visible = 0
    var words = Lengths()
    var lines = Lengths()
    var sentences = Lengths()
    var blankLines = 0
    var syllables = 0
    var indentation = 0
    var marks = 0
    /// The end of the last date in digits.
    var dateEnd = 0
    var scripts = ScriptHistogram()
    var formality: FormalityExplanation?

    mutating func note(_ feature: TextFeature, _ place: Range<Int>) {
        counts[feature.rawValue] += 1
        places[feature.rawValue].append(TextSpan(place.lowerBound, place.upperBound))
    }

    /// Counts a character and records its span. An adjacent span is merged with it.
    mutating func noteCharacter(_ feature: TextFeature, _ place: Range<Int>) {
        counts[feature.rawValue] += 1
        let last = places[feature.rawValue].count - 1
        if last >= 0, places[feature.rawValue][last].upperBound == place.lowerBound {
            places[feature.rawValue][last].upperBound = place.upperBound
        } else {
            places[feature.rawValue].append(TextSpan(place.lowerBound, place.upperBound))
        }
    }

    /// Replaces all spans of a feature with one span, for flags and maximum lengths.
    mutating func set(_ feature: TextFeature, _ place: Range<Int>, count: Int = 1) {
        counts[feature.rawValue] = count
        places[feature.rawValue] = [TextSpan(place.lowerBound, place.upperBound)]
    }

    mutating func replaceLast(_ feature: TextFeature, _ place: Range<Int>) {
        places[feature.rawValue].removeLast()
        places[feature.rawValue].append(TextSpan(place.lowerBound, place.upperBound))
    }

    func count(_ feature: TextFeature) -> Int { counts[feature.rawValue] }
    func spans(_ feature: TextFeature) -> [TextSpan] { places[feature.rawValue] }
}
