import { useEffect, useState } from 'react'
import { showHidden } from '../../format/show-hidden.ts'
import { Button, IconButton } from '../form/button.tsx'
import { ScreenIcon } from '../screen-icon.tsx'
import { copyText } from './copy-text.ts'

const CONFIRM_MS = 1600

/** Puts a text on the clipboard and says so; without `children` it is an icon. */
export function CopyButton({
  text,
  label,
  children,
}: {
  /** A function if the text is worth writing out only once it is wanted. */
  text: string | (() => string)
  label: string
  children?: string
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    copyText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const icon = (
    <ScreenIcon
      name={state === 'copied' ? 'check' : 'copy'}
      className={state === 'copied' ? 'text-good' : ''}
    />
  )
  const said = state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying failed' : ''
  return (
    <>
      {children === undefined ? (
        <IconButton label={showHidden(label)} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button onClick={copy} aria-label={label}>
          {icon} {said === '' ? children : said}
        </Button>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
