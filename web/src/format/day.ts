/** `25 February 2027`, in the reader's zone. */
export function formatDay(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })
}
