import type { ReactNode } from 'react'
import type { StackFrame } from '../../../api/wire.ts'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { textOf, wordOf } from '../payload.ts'

/**
 * Quiet lines below the head of a frame: how its source was found, or what is missing and the command that supplies it;
 * and what its name and position were before.
 */
export function FrameNote({ frame, showsMap }: { frame: StackFrame; showsMap: boolean }) {
  const { symbolication } = frame
  const before = rawPlace(frame)
  return (
    <>
      {showsMap && symbolication && symbolication.message !== '' && (
        <Note>
          <EventText>{symbolication.message}</EventText>
          {symbolication.command !== null && (
            <CopyButton text={symbolication.command} label="Copy the command that uploads it" />
          )}
        </Note>
      )}
      {before !== '' && (
        <Note>
          <span>
            Minified: <EventText>{before}</EventText>
          </span>
        </Note>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="-mt-1.5 flex items-center gap-1 pr-3.5 pb-2 pl-9 text-small break-words text-ink-3">
      {children}
    </div>
  )
}

/** `t at app.min.js:1:3921` of a frame that a source map resolved, `a.b.c at SourceFile:7` of one that a mapping file did. */
function rawPlace({ raw, module }: StackFrame): string {
  if (raw === undefined) return ''
  const file = textOf(raw.filename) || textOf(raw.abs_path)
  const place = [file, wordOf(raw.lineno), wordOf(raw.colno)].filter(Boolean).join(':')
  const name = [module === null ? '' : textOf(raw.module), textOf(raw.function)].filter(Boolean).join('.')
  return [name === '?' ? '' : name, place].filter(Boolean).join(' at ')
}
