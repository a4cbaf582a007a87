export const BYTES_PER_MB = 1024 * 1024

export interface ReleaseFileLimits {
  maxFiles: number
  maxBytes: number
  maxPublicFiles: number
  maxPublicBytes: number
  publicUploadsPerHour: number
}
