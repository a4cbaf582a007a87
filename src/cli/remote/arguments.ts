import { issueIdIn } from '#domain/issue/address.ts'
import { UsageError } from '../command-context.ts'
import { visibleText } from '../visible-text.ts'

export const AGENT = '/api/v1/agent'
/** What a command that needs an issue asks for. */
export const ISSUE = 'the ID of an issue or the URL of its page'

/** Text of events is among what is printed. */
export function print(text: string): void {
  const shown = visibleText(text)
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
}

/** @throws UsageError for what names no issue. */
export function issueId(given: string): string {
  const id = issueIdIn(given)
  if (id === null) throw new UsageError(`${given} is not an issue. Give its ID or the URL of its page.`)
  return id
}

/** The query of a path from what was given; empty if nothing was. */
export function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** On standard error, what a search did with terms it does not know: the list alone would be believed. */
export function noteSearch({ search_notes = [] }: { search_notes?: string[] | undefined }): void {
  for (const note of search_notes) process.stderr.write(`Note: ${visibleText(note)}\n`)
}

/** On standard error, how to get the next page. */
export function noteMore({ next_cursor }: { next_cursor: string | null }): void {
  if (next_cursor !== null) process.stderr.write(`There are more: --cursor=${next_cursor}\n`)
}
