import { findArtifactDamage } from '#ingest/release-file/find-artifact-damage.ts'
import type { Config } from '#platform/config/config.ts'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import type { Difference } from '#storage/verify/difference.ts'
import { listStoredFiles, type StoredFile, stillStored } from '#storage/verify/stored-files.ts'

const PAGE = 500
/** Further ones are found when these are put right. */
const MAX_DAMAGED = 1_000

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'artifactsDir'>

export async function verifyFiles(place: Place, isDeep: boolean): Promise<Difference[]> {
  const damaged = new Map<StoredFile, string>()
  for (let after = ''; damaged.size < MAX_DAMAGED; ) {
    const page = await withSnapshot(place, (db) => listStoredFiles(db, after, PAGE))
    if (page.length === 0) break
    for (const file of page) {
      const damage = await findArtifactDamage(place.artifactsDir, file, isDeep)
      if (damage !== null) damaged.set(file, damage)
    }
    after = page.at(-1)!.id
  }
  // A file that was replaced or deleted meanwhile takes its content along.
  const stored = await withSnapshot(place, (db) => stillStored(db, [...damaged.keys()]))
  return stored.map((file) => ({
    check: 'release_file.content',
    subject: `project ${file.projectUid}`,
    message: `the content of ${JSON.stringify(file.name)}, a file of release ${JSON.stringify(file.version)}, ${damaged.get(file)}`,
  }))
}
