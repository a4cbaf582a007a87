const OUT_OF_FILES = /EMFILE|too many open files/i
/** SQLite says no more than this, whatever the reason. */
const NOT_OPENED = /unable to open database file/
/** A start needs about 60; files, connections and threads come on top. */
const FEW = 256
/** As many connections as may be open at once, and room for everything else. */
const ENOUGH = '4,096'

interface ResourceLimits {
  userLimits?: { open_files?: { soft: number | 'unlimited' } }
}

/** What to do if the process failed because it may open too few files; null for any other failure. */
export function tooFewFiles(error: Error): string | null {
  const isCertain = OUT_OF_FILES.test(error.message)
  if (!isCertain && !NOT_OPENED.test(error.message)) return null
  const limits = process.report.getReport() as ResourceLimits
  const soft = limits.userLimits?.open_files?.soft
  if (!isCertain && !(typeof soft === 'number' && soft < FEW)) return null
  const limit = typeof soft === 'number' ? `only ${soft} files` : 'no more files'
  return `This process may open ${limit} at once. Allow at least ${ENOUGH}, with ulimit -n or LimitNOFILE of systemd.`
}
