import IlkSync

extension CallStep {
    /// Processes a call that Monica returned. Processing the same call twice has no further effect.
    mutating func process(_ remote: RemoteCall) throws(Snapshot.Failure) {
        if try base.isErased(id: remote.id, key: remote.key) { return }
        if let obstacle = remote.content.storageObstacle { return try skip(remote, obstacle) }
        if device.state.surplus.contains(remote.id) {
            // This duplicate will be deleted, but a person may have edited it in the meantime.
            if let key = remote.key, let call = try call(key), !call.lineage.includes(remote.content) {
                keep(remote.content, of: key, wasLocal: false)
            }
            return
        }
        if let call = try call(id: remote.id) { return merge(remote, into: call) }
        let key = remote.key ?? SyncKey(high: .max, low: UInt64(UInt32(bitPattern: remote.id)))
        guard var call = try call(key) else {
            var call = newCall(key, remote.content, editedAt: remote.updatedAt * 1000)
            call.id = remote.id
            adopt(remote, into: &call)
            return put(call)
        }
        let isDone = call.isDeleted && call.isDeletionOurs && call.status == .synced
        if !isDone, call.id == 0 || call.isDeleted && !call.isDeletionOurs {
            // Either the response to the creation of this call was lost, or a call that seemed deleted still
            // exists on the server.
            call.id = remote.id
            return merge(remote, into: call)
        }
        // The call exists twice on the server, because a creation succeeded after it had seemed to fail. All
        // devices keep the record with the smaller id if it still exists. If the call was deleted here, both
        // records are deleted.
        if !call.isDeleted, remote.id < call.id {
            device.state.surplus.append(call.id)
            call.id = remote.id
            return merge(remote, into: call)
        }
        if call.isDeleted {
            device.state.surplus.append(remote.id)
        } else {
            device.state.doubles[call.id] = remote.id
        }
        if !call.lineage.includes(remote.content) { keep(remote.content, of: key, wasLocal: false) }
    }

    /// Skips a call of the server that the store cannot hold. The call must be neither overwritten nor
    /// truncated.
    private mutating func skip(_ remote: RemoteCall, _ obstacle: String) throws(Snapshot.Failure) {
        emit(.skip(id: remote.id, why: obstacle))
        var known = try call(id: remote.id)
        if known == nil, let key = remote.key { known = try call(key) }
        guard var call = known, call.isWaiting else { return }
        if call.id == 0 { call.id = remote.id }
        call.isOutcomeUnknown = false
        call.status = .failed
        call.refusal = obstacle + " Correct the call on the server, then retry."
        put(call)
    }

    /// Replaces the local version with the server's version.
    private func adopt(_ remote: RemoteCall, into call: inout MonicaCall) {
        // `isOurs` stays `true` if the server still has the version of this device, which other devices may
        // not have read.
        call.isOurs = call.isOurs && call.content == remote.content
        call.content = remote.content
        call.base = MonicaCall.Base(content: remote.content, updatedAt: remote.updatedAt)
        call.lineage = remote.lineage.extended(by: remote.content)
        call.editedAt = remote.updatedAt * 1000
        call.isDeleted = false
        call.isDeletionOurs = false
        call.isOutcomeUnknown = false
        call.refusal = nil
        call.status = .synced
        call.attempts = 0
    }

    private mutating func merge(_ remote: RemoteCall, into old: MonicaCall) {
        var call = old
        let base = call.base?.content
        let isNews = remote.content != base
        call.isOutcomeUnknown = false
        if call.status == .syncing { call.status = .pending }
        if !call.isDeleted, call.content == remote.content {
            adopt(remote, into: &call)
        } else if call.status == .synced || (!call.isDeleted && call.content == base) {
            // A deleted call was deleted on both sides and then created again on the server.
            if isNews || call.isDeleted {
                // A record without a key was edited in Monica's web pages, by a person who saw the previous
                // version.
                if let base, !call.isDeleted, call.isOurs || remote.key != nil, !remote.descends(from: base) {
                    keep(base, of: call.key, wasLocal: true)
                }
                adopt(remote, into: &call)
            }
        } else if isNews, !call.lineage.includes(remote.content) || call.isDeleted {
            decide(remote, &call)
        } else {
            call.base = MonicaCall.Base(content: remote.content, updatedAt: remote.updatedAt)
        }
        if call != old { put(call) }
    }

    /// Resolves a call that was changed both here and on the server. If both sides only appended notes, the
    /// notes are merged. Otherwise the later change wins, and the losing version becomes a conflict copy.
    private mutating func decide(_ remote: RemoteCall, _ call: inout MonicaCall) {
        if call.isDeleted {
            // If the lineage includes the server's version, the device knew that version when the call was
            // deleted here.
            let isLater = call.editedAt > remote.updatedAt * 1000 || call.lineage.includes(remote.content)
            guard isLater else { return adopt(remote, into: &call) }
            if !call.lineage.includes(remote.content) {
                keep(remote.content, of: call.key, wasLocal: false)
            }
            call.lineage = call.lineage.extended(by: remote.content)
            call.base = MonicaCall.Base(content: remote.content, updatedAt: remote.updatedAt)
            return
        }
        if remote.descends(from: call.content) { return adopt(remote, into: &call) }
        let grown = call.content.mergingAppendedNotes(with: remote.content, from: call.base?.content)
        let isLater = call.editedAt > remote.updatedAt * 1000
        if grown == nil, !isLater {
            keep(call.content, of: call.key, wasLocal: true)
            return adopt(remote, into: &call)
        }
        if grown == nil { keep(remote.content, of: call.key, wasLocal: false) }
        let mine = call.lineage
        call.content = grown ?? call.content
        call.lineage = mine.extended(
            by: call.content, over: remote.lineage.extended(by: remote.content))
        call.base = MonicaCall.Base(content: remote.content, updatedAt: remote.updatedAt)
    }

    /// Marks a call as deleted because it was deleted on the server. Local changes become a conflict copy.
    private mutating func markDeletedRemotely(_ old: MonicaCall) {
        var call = old
        // The client that deleted the call may not have known the last change of this device.
        if !call.isDeleted, call.isOurs || call.content != call.base?.content {
            keep(call.content, of: call.key, wasLocal: true)
        }
        call.isDeleted = true
        call.status = .synced
        call.refusal = nil
        put(call)
    }

    /// Processes a page of the list that is being read.
    mutating func walk(_ calls: [RemoteCall], isLast: Bool, total: Int, _ now: Int64?) throws(Snapshot
        .Failure)
    {
        guard var walk = device.session.walk else { return }
        for call in calls {
            try process(call)
            walk.seen.insert(call.id)
            walk.newest = max(walk.newest, call.updatedAt)
        }
        let hasShifted = walk.total.map { $0 != total } ?? false
        walk.total = total
        if hasShifted, walk.restarts < settings.restarts {
            // Records were added or deleted meanwhile, so a record between two pages may have been missed.
            walk.page = 1
            walk.restarts += 1
            walk.total = nil
            walk.seen = []
            device.session.walk = walk
            return
        }
        var isOver = isLast
        switch walk.aim {
        case .recent:
            let oldest = calls.map(\.updatedAt).min() ?? 0
            isOver = isOver || oldest < device.state.watermark - settings.overlap
        case .find(let key, _):
            if let call = try call(key), call.id != 0 { isOver = true }
        case .all: break
        }
        walk.page += 1
        device.session.walk = isOver ? nil : walk
        if isOver { try end(walk, now) }
    }

    private mutating func end(_ walk: MonicaListTraversal, _ now: Int64?) throws(Snapshot.Failure) {
        switch walk.aim {
        case .find(let key, _):
            guard var call = try call(key), call.id == 0 else { return }
            if walk.page > 2, walk.previouslySeen != walk.seen, walk.restarts < 2 * settings.restarts {
                // A deletion plus an insertion shifts the pages without changing the total. Read the list
                // again until two passes agree.
                var again = MonicaListTraversal(aim: walk.aim)
                again.previouslySeen = walk.seen
                again.restarts = walk.restarts + 1
                device.session.walk = again
                return
            }
            // The server once had this call, so the call was deleted there.
            if call.base != nil { return markDeletedRemotely(call) }
            call.isOutcomeUnknown = false
            call.status = call.isWaiting ? .pending : call.status
            return put(call)
        case .all:
            device.session.missingIDs = try base.ids().filter { !walk.seen.contains($0) }
            device.session.mustReadAll = false
            device.session.nextSweep = moment.monotonic + settings.fullReadInterval
            device.state.sweptAt = moment.wall
            device.state.watermark = walk.newest
        case .recent: device.state.watermark = max(device.state.watermark, walk.newest)
        }
        // A full read may have been requested while the changes were read.
        device.session.mustPoll = walk.aim == .recent && device.session.mustReadAll
        device.session.nextCheck = moment.monotonic + settings.interval
        // Monica's clock was set back, so new changes may be older than the watermark.
        if let now, now / 1000 < device.state.watermark {
            device.state.watermark = now / 1000
            if walk.aim == .recent {
                device.session.mustReadAll = true
                device.session.mustPoll = true
            }
        }
    }
}
