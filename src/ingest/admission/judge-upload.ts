import { counted, grouped } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { BYTES_PER_MB, type ReleaseFileLimits } from '#platform/config/release-file-limits.ts'
import type { NewReleaseFile, ReleaseFilePlace } from '#storage/project/release-file.ts'

type Upload = Pick<NewReleaseFile, 'sizeBytes' | 'sha256' | 'isPublic'>

const REPLACES =
  'The release already has a different file with this name. To replace it, upload with the secret key of the DSN (compat_secret or sentry_secret).'
const MAKE_ROOM = "To make room, delete the files of releases you don't need, or ask the operator to raise"

/** The public key, which is in every web page, neither replaces content nor takes more than its share.
 * @throws conflict, payload_too_large */
export function judgeUpload(
  upload: Upload,
  { existing, displaced, use }: ReleaseFilePlace,
  limits: ReleaseFileLimits,
): void {
  if (existing?.sha256 === upload.sha256) return
  if ((existing || displaced) && upload.isPublic) throw new ServiceError('conflict', REPLACES)
  const files = use.files + (existing ? 0 : 1)
  const bytes = use.bytes + upload.sizeBytes - (existing?.sizeBytes ?? 0)
  if (files > limits.maxFiles)
    throw overQuota(counted(limits.maxFiles, 'release file'), 'SVC_RELEASE_FILES_MAX')
  if (bytes > limits.maxBytes) throw overQuota(size(limits.maxBytes), 'SVC_RELEASE_FILES_MAX_MB')
  if (!upload.isPublic) return
  if (use.publicFiles + 1 > limits.maxPublicFiles) {
    throw overPublicQuota(counted(limits.maxPublicFiles, 'release file'), 'SVC_PUBLIC_RELEASE_FILES_MAX')
  }
  if (use.publicBytes + upload.sizeBytes > limits.maxPublicBytes) {
    throw overPublicQuota(size(limits.maxPublicBytes), 'SVC_PUBLIC_RELEASE_FILES_MAX_MB')
  }
}

function size(bytes: number): string {
  return `${grouped(Math.floor(bytes / BYTES_PER_MB))} MB of release files`
}

function overQuota(quota: string, setting: string): ServiceError {
  return new ServiceError('payload_too_large', `The project is limited to ${quota}. ${MAKE_ROOM} ${setting}.`)
}

function overPublicQuota(quota: string, setting: string): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `The project is limited to ${quota} uploaded with the public key alone. Upload with the secret key of the DSN (compat_secret or sentry_secret). ${MAKE_ROOM} ${setting}.`,
  )
}
