import { compareReleases, kindOfRelease } from './release-order.ts'

export interface SeenRelease {
  version: string
  first_seen_at: number
}

/** Null if there is none. If most releases are versions, an odd name is never the newest.
 * @param neighbours the project's releases, which say what most are. */
export function newestRelease(seen: readonly SeenRelease[], neighbours: readonly string[]): string | null {
  const versions = seen.filter(({ version }) => isVersion(version))
  const around = [...neighbours, ...seen.map(({ version }) => version)]
  const areVersions = around.filter(isVersion).length * 2 > around.length
  const candidates = areVersions && versions.length > 0 ? versions : seen
  const times = new Map(candidates.map(({ version, first_seen_at }) => [version, first_seen_at]))
  // Oldest first: of two names of one version, the one seen first stands.
  return candidates
    .toSorted((a, b) => a.first_seen_at - b.first_seen_at)
    .reduce<string | null>((newest, { version }) => {
      if (newest === null) return version
      return compareReleases(version, newest, (release) => times.get(release)).order > 0 ? version : newest
    }, null)
}

function isVersion(release: string): boolean {
  return kindOfRelease(release) !== 'first-seen'
}
