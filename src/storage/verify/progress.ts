/** How far `errata verify` has come. */
export interface VerifyProgress {
  what: 'issues' | 'references'
  checked: number
  total: number
}
