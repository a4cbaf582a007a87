/** A Markdown document taken apart: what stands outside of fenced blocks, and each block with its info string. */
export interface FencedText {
  outside: string[]
  blocks: { info: string; lines: string[] }[]
}

/**
 * Reads fences as CommonMark does (4.5): up to three blanks, at least three backticks or tildes, no backtick in the info
 * string of a backtick fence; closed by at least as many of the same, alone on a line. Throws for one that is not closed.
 */
export function readFences(markdown: string): FencedText {
  const text: FencedText = { outside: [], blocks: [] }
  let open: { mark: string; block: FencedText['blocks'][number] } | null = null
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const [, mark = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open !== null) {
      const closes = mark.startsWith(open.mark) && rest.trim() === '' && mark !== ''
      if (!closes) open.block.lines.push(line)
      else open = null
    } else if (mark === '' || (mark.startsWith('`') && rest.includes('`'))) {
      text.outside.push(line)
    } else {
      open = { mark, block: { info: rest.trim(), lines: [] } }
      text.blocks.push(open.block)
    }
  }
  if (open !== null) throw new Error('A fence is not closed.')
  return text
}
