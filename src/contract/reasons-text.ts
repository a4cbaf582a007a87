/** The reasons of the queue for people, who know no points: `level fatal · unread alert`. */
export function reasonsText(reasons: readonly string[]): string {
  return reasons.map((reason) => reason.replace(/ \(\+\d+\)$/, '')).join(' · ')
}
