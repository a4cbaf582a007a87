import { grouped } from '#contract/counted.ts'

const OUT_OF_FILES = /EMFILE|too many open files/i
/** SQLite says no more than this, whatever the reason. */
const NOT_OPENED = /unable to open database file/
/** A start needs about 60; files, connections and threads come on top. */
export const FEW_FILES = 256
/** As many connections as may be open at once, and room for everything else. */
export const ENOUGH_FILES = 4096
export const ALLOW_MORE_FILES = `Allow at least ${grouped(ENOUGH_FILES)}, with ulimit -n or LimitNOFILE of systemd.`

interface ResourceLimits {
  userLimits?: { open_files?: { soft: number | 'unlimited' } }
}

/** How many files this process may have open at once; infinite if nothing limits it, or nothing says so. */
export function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as ResourceLimits
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** What to do if the process failed because it may open too few files; null for any other failure. */
export function tooFewFiles(error: Error): string | null {
  const isCertain = OUT_OF_FILES.test(error.message)
  if (!isCertain && !NOT_OPENED.test(error.message)) return null
  const most = openFilesLimit()
  if (!isCertain && most >= FEW_FILES) return null
  const limit = Number.isFinite(most) ? `only ${most} files` : 'no more files'
  return `This process may open ${limit} at once. ${ALLOW_MORE_FILES}`
}
