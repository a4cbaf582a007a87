/** What colours a terminal (ECMA-48 5.4), where a logger formatted for one. */
const COLOUR = /\p{Cc}\[[0-9;:]{0,40}m/gu

export function withoutColours(text: string): string {
  return text.includes('[') ? text.replace(COLOUR, '') : text
}
