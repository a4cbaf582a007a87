import type { StackFrame } from '../../../api/wire.ts'
import { scrollFocus } from '../../../components/overlay/scroll-focus.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { underlineRange } from './underline.ts'

/** The source around a call, with the line that failed marked and the place in it underlined like a typo. */
export function SourceLines({ frame }: { frame: StackFrame }) {
  if (frame.context_line === null) return null
  const before = frame.pre_context
  const first = (frame.lineno ?? before.length + 1) - before.length
  const lines = [...before, frame.context_line, ...frame.post_context].map((text, index) => ({
    number: first + index,
    text,
    hit: index === before.length,
  }))
  return (
    <pre
      ref={scrollFocus}
      className="overflow-x-auto border-t border-line bg-sunken py-1.5 font-mono text-small leading-[1.7]"
    >
      <code className="block w-max min-w-full">
        {lines.map(({ number, text, hit }) => (
          <Line
            key={number}
            number={frame.lineno === null || number < 1 ? '' : String(number)}
            text={text}
            hit={hit}
            column={frame.colno}
          />
        ))}
      </code>
    </pre>
  )
}

interface LineProps {
  number: string
  text: string
  hit: boolean
  column: number | null
}

function Line({ number, text, hit, column }: LineProps) {
  const range = hit ? underlineRange(text, column) : null
  return (
    <span
      className={`block pr-3.5 ${hit ? 'bg-code-hit forced-color-adjust-none [box-shadow:inset_3px_0_0_var(--accent)]' : ''}`}
    >
      <span aria-hidden="true" className="inline-block w-[3.25rem] pr-3.5 text-right text-ink-3 select-none">
        {number}
      </span>
      {/* Code is read from the left, whatever it holds. */}
      <bdi dir="ltr">
        {range ? (
          <>
            {showHidden(text.slice(0, range[0]))}
            <mark className="squiggle bg-transparent text-inherit">{showHidden(text.slice(...range))}</mark>
            {showHidden(text.slice(range[1]))}
          </>
        ) : (
          showHidden(text)
        )}
      </bdi>
    </span>
  )
}
