import { UsageError } from '../command-context.ts'

/** In place of a password, which would be in the history of the shell and in the list of processes. */
const FROM_STANDARD_INPUT = '-'
/** Far more than a password may have. */
const MOST_CHARS = 1024

/** The password of an option: itself, or for `-` the first line of standard input. @throws UsageError for an empty line */
export async function givenPassword(option: string): Promise<string> {
  if (option !== FROM_STANDARD_INPUT) return option
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > MOST_CHARS) break
  }
  const [line = ''] = text.split(/\r?\n/, 1)
  if (line === '') throw new UsageError('Standard input has no password. Write it there as one line.')
  return line
}
