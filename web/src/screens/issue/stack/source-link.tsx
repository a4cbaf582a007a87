import { useMemo } from 'react'
import { readSourceLinks, sourceLink } from '#contract/project/source-links.ts'
import type { StackFrame } from '../../../api/wire.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import type { SourceLinks } from './source-links.ts'

/** Leads to the frame's line where the repository is shown. */
export function SourceLink({ frame, links: { text, release } }: { frame: StackFrame; links: SourceLinks }) {
  const rules = useMemo(() => readSourceLinks(text).rules, [text])
  const url = sourceLink(rules, frame, release)
  if (url === null) return null
  return (
    <a
      href={url}
      rel="noreferrer noopener"
      target="_blank"
      title={url}
      className="inline-flex flex-none items-center gap-1 text-small text-ink-3 underline-offset-2 hover:text-ink hover:underline print:hidden"
    >
      <span className="max-sm:sr-only">Source</span>
      <ScreenIcon name="outside" className="size-3" />
      <span className="sr-only">of line {frame.lineno}, in a new tab</span>
    </a>
  )
}
