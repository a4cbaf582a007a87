import { compareNames, Release } from './release-order.ts'

export interface SeenRelease {
  version: string
  first_seen_at: number
}

/** Null if there is none. If most releases are versions, an odd name is never the newest.
 * @param neighbours the project's releases, which say what most are. */
export function newestRelease(seen: readonly SeenRelease[], neighbours: readonly string[]): string | null {
  const named = seen.map(({ version, first_seen_at }) => ({ release: new Release(version), first_seen_at }))
  const versions = named.filter(({ release }) => release.isVersion)
  const around = versions.length + neighbours.filter((name) => new Release(name).isVersion).length
  const areVersions = around * 2 > seen.length + neighbours.length
  const candidates = areVersions && versions.length > 0 ? versions : named
  // Oldest first: of two names of one version, the one seen first stands.
  const [first, ...later] = candidates.toSorted((a, b) => a.first_seen_at - b.first_seen_at)
  if (first === undefined) return null
  return later.reduce((newest, next) => {
    const order = compareNames(next.release, newest.release)?.order
    return (order ?? next.first_seen_at - newest.first_seen_at) > 0 ? next : newest
  }, first).release.name
}
