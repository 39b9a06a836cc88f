import IlkVocabulary

/// A location in a file, such as `rules/doctype/email.yaml:12`, for limited space.
package enum FileLocation {
    /// Returns the location on one line, without its folders if it would not fit.
    package static func fitting(_ place: String, in room: Int) -> String {
        let place = VisibleText.oneLine(place)
        guard DisplayWidth.of(place) > room, let slash = place.lastIndex(of: "/") else { return place }
        return String(place[place.index(after: slash)...])
    }
}
