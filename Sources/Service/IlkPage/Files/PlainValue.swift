/// Values of a page as dictionaries, in which a template finds a field by its name.
///
/// For other values, swift-mustache reflects on all fields of a structure, and then of the structures around
/// it, for each tag. That took three quarters of the time of a page with 50 rows.
enum PlainValue {
    /// Returns a value in which each structure and tuple is a dictionary of its stored properties, at any depth. Returns
    /// `nil` for an optional without a value. Properties without a value are omitted.
    ///
    /// - Complexity: O(*n*) in the number of properties and elements.
    static func plain(_ value: Any) -> Any? {
        // Casts to these types take less time than the others.
        if let text = value as? String { return text }
        if let isTrue = value as? Bool { return isTrue }
        if let list = value as? [Any] { return list.compactMap(plain) }
        // Text, numbers and dictionaries have a description, which the views do not have.
        if let value = value as? any CustomStringConvertible { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { plain($0.value) }
        case .struct, .tuple:
            var fields: [String: Any] = [:]
            for (name, value) in mirror.children { fields[name ?? ""] = plain(value) }
            return fields
        default: return value
        }
    }
}
