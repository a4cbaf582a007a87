/** `mixed`: the answers are of several moments, or one of them never came. */
let position: string | 'mixed' | undefined

/** Notes the position that an answer names; a request that failed leaves something to be read again. */
export function notePosition(of: string | null, failed: boolean): void {
  if (failed) position = 'mixed'
  else if (of !== null && of !== position) position = position === undefined ? of : 'mixed'
}

/** Whether all that this page has read is as new as a stream that begins at a position. */
export function isReadAt(begins: string): boolean {
  return begins === position
}
