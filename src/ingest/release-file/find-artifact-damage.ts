import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

interface Content {
  projectUid: string
  sizeBytes: number
  /** Lower-case hex. */
  sha256: string
}

/** Half a sentence, or null. Changes nothing. @param isDeep compares the hash; else only the size. */
export async function findArtifactDamage(
  artifactsDir: string,
  { projectUid, sizeBytes, sha256 }: Content,
  isDeep: boolean,
): Promise<string | null> {
  const path = join(artifactsDir, projectUid, sha256)
  try {
    const { size } = await stat(path)
    if (size !== sizeBytes) return `has ${size} bytes instead of ${sizeBytes}`
    if (!isDeep) return null
    const sum = createHash('sha256')
    await pipeline(createReadStream(path), sum)
    return sum.digest('hex') === sha256 ? null : 'differs from what was uploaded'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'is missing' : `cannot be read (${message})`
  }
}
