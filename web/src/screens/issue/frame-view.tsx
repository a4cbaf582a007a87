import { useId, useState } from 'react'
import type { StackFrame } from '../../api/wire.ts'
import { Chip } from '../../components/chip.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { KeyValues } from '../../components/key-values.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'
import { plural } from '../../format/number.ts'
import { SourceLines } from './source-lines.tsx'

/** `src/checkout/pay.ts:88:23`, as far as it is known. */
function placeOf(frame: StackFrame): string {
  const file = frame.filename ?? frame.abs_path ?? frame.module ?? 'unknown file'
  return [file, frame.lineno, frame.colno].filter((part) => part !== null).join(':')
}

/** SDKs write `?` for a function without a name. */
function functionOf({ function: name }: StackFrame): string {
  return name === null || name === '' || name === '?' ? '<anonymous>' : name
}

/** One call: where it is and, opened, its source and its variables. */
export function FrameView({ frame, startsOpen }: { frame: StackFrame; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  const vars = Object.entries(frame.vars ?? {})
  const hasMore = frame.context_line !== null || vars.length > 0
  const place = placeOf(frame)
  return (
    <>
      <div className="group/frame flex items-center gap-1 pr-3.5">
        <button
          type="button"
          disabled={!hasMore}
          aria-expanded={hasMore ? open : undefined}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-baseline gap-2.5 py-[9px] pl-3.5 text-left -outline-offset-2 disabled:cursor-default"
        >
          {hasMore && (
            <ScreenIcon
              name="chevron-right"
              className={`size-3 self-center text-ink-3 transition-transform ${open ? 'rotate-90' : ''}`}
            />
          )}
          <span className="min-w-0 break-all">
            <b className={`font-mono text-code font-semibold ${frame.in_app ? '' : 'text-ink-2'}`}>
              {functionOf(frame)}
            </b>{' '}
            <span className="font-mono text-small text-ink-2" title={frame.abs_path ?? undefined}>
              {place}
            </span>
          </span>
        </button>
        <span className="opacity-0 transition-opacity group-focus-within/frame:opacity-100 group-hover/frame:opacity-100">
          <CopyButton text={place} label={`Copy ${place}`} />
        </span>
        {frame.in_app && <Chip>in app</Chip>}
      </div>
      {open && hasMore && (
        <div id={id}>
          <SourceLines frame={frame} />
          {vars.length > 0 && (
            <details className="group/vars border-t border-line bg-sunken text-small">
              <summary className="flex list-none items-center gap-2.5 px-3.5 py-1.5 text-ink-3 -outline-offset-2 hover:text-ink">
                <ScreenIcon
                  name="chevron-right"
                  className="size-3 transition-transform group-open/vars:rotate-90"
                />
                {plural(vars.length, 'local variable')}
              </summary>
              <div className="px-3 pb-3">
                <KeyValues label="Local variables" values={vars} />
              </div>
            </details>
          )}
        </div>
      )}
    </>
  )
}
