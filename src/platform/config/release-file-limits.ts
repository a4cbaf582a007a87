export const BYTES_PER_MB = 1024 * 1024

/** What a project may have of release files, and per UTC clock hour upload with the public key alone. */
export interface ReleaseFileLimits {
  maxFiles: number
  maxBytes: number
  maxPublicFiles: number
  maxPublicBytes: number
  publicUploadsPerHour: number
}
